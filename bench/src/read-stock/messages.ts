// What the processes of the scenario are told.
export type BareSetup = {
  databaseUrl: string
  today: string
  pageSize: number
  parsers: 'pg' | 'Andén'
  /** The `next_cursor` of each token's first page. */
  cursors: [token: string, cursor: string][]
}

export type ConstantSetup = { bodies: [token: string, body: string][] }

/** Each batch is a transaction: the products that it changes. */
export type StockWriterSetup = { databaseUrl: string; batches: string[][] }
export type StockWriterOrder = 'start' | 'stop'
export type StockWriterReport = { commitsPerSecond: number }
