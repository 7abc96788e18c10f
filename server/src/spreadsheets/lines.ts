// Reads the cells of a line by the rules of the contract, and reports what is wrong at the cell.
import { compileCheck, normalInput } from '@anden/contract/validation'
import {
  type Fault,
  type FieldFault,
  fault,
  type SheetFault,
  type SheetFaultCode,
} from '@anden/contract/values'
import { type DecimalSign, fitsKind, type NumberKind, readNumber, writeNumber } from './read-number.ts'
import type { Table, TableCell, TableLine } from './table.ts'

type Candidates = SheetFault['candidates']

/** How the text of a column is checked: by the same schema as a member of a body. */
export type TextRule = (
  text: string,
) => { value: string } | { found: Fault<SheetFaultCode>; candidates?: Candidates }

export function textRule(schema: object): TextRule {
  const check = compileCheck(schema)
  const normal = normalInput(schema)
  return (text) => {
    const value = normal(text)
    const faults: FieldFault[] = []
    check(value, '', faults)
    const [first] = faults
    if (!first) return { value: String(value) }
    const { pointer: _, ...found } = first
    // The schemas of these columns have no rule beyond those whose faults a sheet can have.
    return { found: found as Fault<SheetFaultCode> }
  }
}

const blank: TableCell = { text: '', number: null, fault: null }

export type LineReader<Name extends string> = ReturnType<typeof lineReader<Name>>

export function lineReader<Name extends string>(
  { columns }: Pick<Table<Name>, 'columns'>,
  { line, cells }: TableLine,
  report: (found: SheetFault) => void,
) {
  const cellOf = (name: Name) => cells[columns.findIndex((column) => column.name === name)] ?? blank
  const refuse = (name: Name, found: Fault<SheetFaultCode>, candidates: Candidates = []) => {
    const { text } = cellOf(name)
    report({ line, column: name, value: text === '' ? null : text, candidates, ...found })
  }
  /** null: the cell is blank or has a flaw, which is reported. */
  const read = (name: Name): TableCell | null => {
    const cell = cellOf(name)
    if (cell.fault) {
      const { candidates, ...found } = cell.fault
      refuse(name, found, candidates)
      return null
    }
    return cell.text === '' ? null : cell
  }
  return {
    line,
    refuse,
    isBlank: (name: Name) => cellOf(name).text === '',
    flaw: (name: Name) => cellOf(name).fault?.code ?? null,
    /** null: blank or faulty. */
    text(name: Name, rule: TextRule): string | null {
      const cell = read(name)
      if (cell === null) return null
      const checked = rule(cell.text)
      if ('value' in checked) return checked.value
      refuse(name, checked.found, checked.candidates)
      return null
    },
    required(name: Name, rule: TextRule): string | null {
      const { text, fault: flaw } = cellOf(name)
      if (text === '' && !flaw) refuse(name, fault('empty'))
      return this.text(name, rule)
    },
    /** Greater than 0. `onDecimals`: what is wrong with a number that has too many of them. */
    number(name: Name, sign: DecimalSign | null, kind: NumberKind, onDecimals = tooMany): number | null {
      const cell = read(name)
      if (cell === null) return null
      const reading = cell.number === null ? readNumber(cell.text, sign, kind) : fitsKind(cell.number, kind)
      if (reading.is === 'number' && reading.value > 0) return reading.value
      const { candidates, ...found } = numberFault(reading, sign, kind, onDecimals)
      refuse(name, found, candidates)
      return null
    },
  }
}

type NumberFault = Fault<SheetFaultCode> & { candidates: Candidates }
const tooMany = ({ decimals }: NumberKind, _value: number): Fault<SheetFaultCode> =>
  fault('too_many_decimals', { max: decimals })

function numberFault(
  reading: ReturnType<typeof readNumber>,
  sign: DecimalSign | null,
  kind: NumberKind,
  onDecimals: typeof tooMany,
): NumberFault {
  const asCandidate = (value: number) => ({ value: writeNumber(value, sign), label: null })
  switch (reading.is) {
    case 'number':
      return { ...fault('not_above', { limit: 0 }), candidates: [] }
    case 'ambiguous': {
      const [one, other] = reading.meanings
      return { ...fault('ambiguous_number', { one, other }), candidates: [one, other].map(asCandidate) }
    }
    case 'other-sign':
      return {
        ...fault('other_decimal_sign', { meant: reading.meant }),
        candidates: [asCandidate(reading.meant)],
      }
    case 'refused':
      return { ...refusedNumber(reading, kind, onDecimals), candidates: [] }
  }
}

function refusedNumber(
  { why, value }: Extract<ReturnType<typeof readNumber>, { is: 'refused' }>,
  kind: NumberKind,
  onDecimals: typeof tooMany,
): Fault<SheetFaultCode> {
  switch (why) {
    case 'negative':
      return fault('not_above', { limit: 0 })
    case 'large':
      return fault('too_large', { max: kind.max })
    case 'decimals':
      return onDecimals(kind, value ?? 0)
    default:
      return fault('not_a_number')
  }
}
