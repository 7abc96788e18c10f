// What is known of the contract without its schemas. A command line that needs no more imports '@anden/contract/values',
// and starts without building them.
export * from './documents.ts'
export * from './faults/catalogue.ts'
export type { ParamKind } from './faults/entry.ts'
export * from './faults/fault.ts'
export * from './gtin.ts'
export * from './iva-conditions.ts'
export * from './lines.ts'
export * from './patterns.ts'
export * from './problems/catalogue.ts'
export * from './scopes.ts'
