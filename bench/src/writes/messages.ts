// Messages between the processes of the scenario.

/** Buffers arrive as JSON has them: `{ type: 'Buffer', data: number[] }`. */
export type CapturedStatement = { text: string; values?: unknown[] }
export type CaptureSetup = {
  settings: Record<string, string>
  requests: { path: string; token: string; body: object }[]
}

export type ReplaySetup = {
  databaseUrl: string
  connections: number
  /** By kind of write. */
  statements: CapturedStatement[][]
  /** For each kind, the ids in the statements that were there before the request. */
  known: string[][]
  /** For each kind, what these ids are in the next transactions, in turn. */
  replacements: string[][][]
}
export type ReplayCommand = { kind: number; warmupMs: number; windowMs: number }
/** `started` and `ended` are sent at the borders of the window, for the CPU time. */
export type ReplayReport = 'started' | { transactions: number; seconds: number; latenciesMs: number[] }
