// The client of the staff's API, for the warehouse's ERP.
export type { AndenOptions } from './index.ts'
