// The parts of the contract that need no schemas. A command that needs only these imports '@anden/contract/values', and
// starts without building the schemas.
export * from './audit-actions.ts'
export * from './audit-words.ts'
export * from './documents.ts'
export * from './environments.ts'
export * from './event-types.ts'
export * from './faults/catalogue.ts'
export type { ParamKind } from './faults/entry.ts'
export * from './faults/entry.ts'
export * from './faults/sheets.ts'
export * from './gtin.ts'
export * from './inbound-transitions.ts'
export * from './lines.ts'
export * from './number-text.ts'
export * from './order-transitions.ts'
export * from './problems/catalogue.ts'
export * from './return-values.ts'
export * from './scopes.ts'
export * from './sheet-columns.ts'
export * from './simulation-scripts.ts'

/** Lots of a product beyond this number are not counted, so that the cost of a row does not depend on their number. */
export const maxCountedLots = 20

/** The length of what is searched for, and of what is stored to find it by. */
export const maxSearchLength = 80

/** How many matches of `q` a list has at most, before its other filters. */
export const maxListedMatches = 500

/** Of the remitos of sandboxes. No book has it. */
export const sandboxPointOfSale = 99_999

/** Of a product. */
export const maxLocationLength = 40
export const maxWeightKg = 100_000

/** Of a webhook endpoint. */
export const maxOwnHeaders = 5
