// The catalogue of everything that can be wrong with a member of a body, a parameter, a line of a file, or the attempt to
// deliver an event. A program reads `code` and `params`; `detail` is made from both here and nowhere else, so that it cannot say anything different.
import { deliveryFaults } from './deliveries.ts'
import type { FaultEntry, ParamsOfEntry } from './entry.ts'
import { lineFaults } from './lines.ts'
import { ruleFaults } from './rules.ts'
import { type SheetFaultCode, sheetFaults } from './sheets.ts'
import { valueFaults } from './values.ts'

export const faultEntries = {
  ...valueFaults,
  ...ruleFaults,
  ...lineFaults,
  ...sheetFaults,
  ...deliveryFaults,
}

export type FaultCode = keyof typeof faultEntries
export type FaultParams<Code extends FaultCode> = ParamsOfEntry<(typeof faultEntries)[Code]>
/** `code` narrows `params`. */
export type Fault<Code extends FaultCode = FaultCode> = {
  [One in Code]: { code: One; params: FaultParams<One> }
}[Code]

/** In a body, or in the query and path parameters. */
export type FieldFaultCode = keyof typeof valueFaults | keyof typeof ruleFaults
export type FieldFault = Fault<FieldFaultCode> & { pointer: string }
export const fieldFaultCodes = Object.keys({ ...valueFaults, ...ruleFaults }) as FieldFaultCode[]

/** What the value of a column has in common with a member of a body. */
const sharedWithFields = [
  'empty',
  'too_long',
  'too_small',
  'too_large',
  'too_many_decimals',
  'not_one_of',
  'not_a_date',
  'no_such_day',
  'archived',
] as const satisfies readonly FieldFaultCode[]

/** In a line of an imported file. */
export type LineFaultCode = keyof typeof lineFaults | (typeof sharedWithFields)[number]
export type LineFault = Fault<LineFaultCode> & { line: number; column: string | null }
export const lineFaultCodes = [...sharedWithFields, ...Object.keys(lineFaults)] as LineFaultCode[]

/** In a cell of a sheet with orders, recipients or products. */
export type SheetFault = Fault<SheetFaultCode> & {
  line: number
  column: string | null
  /** The text of the cell, as it was read. */
  value: string | null
  /** What to write into the cell instead. */
  candidates: { value: string; label: string | null }[]
}

/** Of an attempt to deliver an event. */
export type DeliveryFaultCode = keyof typeof deliveryFaults
export const deliveryFaultCodes = Object.keys(deliveryFaults) as DeliveryFaultCode[]

export const faultEntry = (code: FaultCode): FaultEntry => faultEntries[code] as FaultEntry

/** The English sentence, to be read behind the name of the place. */
export const faultDetail = ({ code, params }: Fault): string => faultEntry(code).sentence(params as never)

/** The sentence with the names of its params in braces, for documentation: "must have at most {max} decimals". */
export function faultTemplate(code: FaultCode): string {
  const names = Object.entries(faultEntry(code).params).map(([name, kind]) => {
    return [name, kind === 'strings' ? [`{${name}}`] : `{${name}}`]
  })
  return faultEntry(code).sentence(Object.fromEntries(names))
}
