// What is known of the contract without its schemas. A command line that needs no more imports '@anden/contract/values':
// the schemas load the 373 files of TypeBox, half of the time that such a command takes to start.
export * from './documents.ts'
export * from './gtin.ts'
export * from './iva-conditions.ts'
export * from './problems/catalogue.ts'
export * from './scopes.ts'
export * from './uuid-pattern.ts'
