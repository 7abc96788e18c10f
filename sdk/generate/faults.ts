// generated/faults.ts: what can be wrong with a member, a parameter, a line of a file or a delivery, by code.
import {
  DeliveryFault,
  deliveryFaultCodes,
  type FaultCode,
  FieldError,
  faultEntries,
  faultEntry,
  faultTemplate,
  fieldFaultCodes,
  LineError,
  lineFaultCodes,
  type ParamKind,
  SheetError,
  sheetFaultCodes,
  unitTypes,
} from '@anden/contract'
import type { Schema } from './documents.ts'
import { membersOf, typeOf } from './typescript.ts'

const types: Record<ParamKind, string> = {
  number: 'number',
  string: 'string',
  strings: 'readonly string[]',
  unit: typeOf({ enum: [...unitTypes] }, 'output'),
}

export function faultTypes(): string {
  const codes = Object.keys(faultEntries) as FaultCode[]
  const lines = codes.map((code) => {
    const params = Object.entries(faultEntry(code).params).map(([name, kind]) => `${name}: ${types[kind]}`)
    const type = params.length > 0 ? `{ ${params.join('; ')} }` : 'Record<string, never>'
    return `  /** ${faultTemplate(code)} */\n  ${code}: ${type}\n`
  })
  return `import type { Open } from './schemas.ts'

/** Everything that can be wrong with a member, a parameter, a line of a file or a delivery: the params of each code. */
export interface FaultParams {
${lines.join('')}}

/** New ones may be added: show \`detail\` for a code that you do not know. */
export type FaultCode = keyof FaultParams

${faultType('FieldFaultCode', fieldFaultCodes)}
${faultType('LineFaultCode', lineFaultCodes)}
${faultType('SheetFaultCode', sheetFaultCodes)}
${faultType('DeliveryFaultCode', deliveryFaultCodes)}
${entryType('FieldError', 'FieldFaultCode', FieldError as Schema)}
${entryType('LineError', 'LineFaultCode', LineError as Schema)}
${entryType('SheetError', 'SheetFaultCode', SheetError as Schema)}
${entryType('DeliveryFault', 'DeliveryFaultCode', DeliveryFault as Schema)}`
}

const faultType = (name: string, codes: readonly FaultCode[]) =>
  `export type ${name} =\n${codes.map((code) => `  | '${code}'\n`).join('')}`

/** A union, so that \`code\` narrows \`params\`. */
function entryType(name: string, codes: string, schema: Schema): string {
  const { code: _code, params: _params, ...place } = schema.properties ?? {}
  const members = membersOf({ ...schema, properties: place }, 'output')
  return `/** \`code\` narrows \`params\`. */
export type ${name} = {
  [Code in ${codes}]: ${members.replace(/}$/, '  code: Code\n  params: FaultParams[Code]\n}').replaceAll('\n', '\n  ')}
}[${codes}]
`
}
