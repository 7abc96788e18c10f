// Messages between the processes of the scenario.

/** Buffers arrive in their JSON form: `{ type: 'Buffer', data: number[] }`. */
export type CapturedStatement = { text: string; values?: unknown[] }
export type CaptureSetup = {
  settings: Record<string, string>
  requests: { path: string; token: string; body: object }[]
}

export type ReplaySetup = {
  databaseUrl: string
  connections: number
  /** The statements of each kind of write. */
  statements: CapturedStatement[][]
  /** For each kind, the ids in the statements that existed before the request. */
  known: string[][]
  /** For each kind, the values of these ids in the following transactions, in turn. */
  replacements: string[][][]
}
export type ReplayCommand = { kind: number; warmupMs: number; windowMs: number }
/** `started` and the totals are sent at the start and end of the window, to read the CPU time. */
export type ReplayReport = 'started' | { transactions: number; seconds: number; latenciesMs: number[] }
