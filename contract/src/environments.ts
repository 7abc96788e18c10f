/** A client has its live data and, on demand, a sandbox, which is a client of its own with goods that do not exist. */
export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]
