// Messages between the processes of the scenario.
export type BareSetup = {
  databaseUrl: string
  today: string
  pageSize: number
  parsers: 'pg' | 'Andén'
  /** The `next_cursor` of each token's first page. */
  cursors: [token: string, cursor: string][]
}

export type ConstantSetup = { bodies: [token: string, body: string][] }

/** Each batch contains the products that one transaction changes. */
export type StockWriterSetup = { databaseUrl: string; batches: string[][] }
export type StockWriterCommand = 'start' | 'stop'
export type StockWriterReport = { commitsPerSecond: number }
