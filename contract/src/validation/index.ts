// The rules of the contract as code, without the schemas: '@anden/contract/validation' is what the service checks requests
// with, and the dashboard its forms.
export { fault } from '../faults/entry.ts'
export * from './check.ts'
export * from './closest.ts'
export * from './formats.ts'
export * from './normal-input.ts'
