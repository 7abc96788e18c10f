// Sizes of the tests that prove more the larger they are. A developer's run uses the smaller ones, which suffice to find
// what a change breaks; .ci/run uses the full ones (TEST_SIZE=full).
export const isFull = process.env['TEST_SIZE'] === 'full'
const size = (full: number, quick: number) => (isFull ? full : quick)

export const sizes = {
  /** Rows of a table whose plans are examined. The bounds are numbers of rows and blocks, the same for every size. */
  planRows: size(300_000, 100_000),
  /** Rows of one client in each table that grows, where the bound is 60 rows read. */
  historyRows: size(1_000, 400),
  importLines: size(100_000, 20_000),
  exportRows: size(100_000, 20_000),
  writesUnderBackup: size(200, 60),
  writesUnderKills: size(1_000, 300),
  kills: size(4, 2),
  /** Requests that change, approve and cancel a few orders at once. */
  changesAtOnce: size(1_000, 200),
  /** Orders that are moved across the dispatcher's board in a browser. */
  ordersOfADay: size(100, 40),
  /** As many as a sandbox can have, for its reset. */
  sandboxOrders: size(5_000, 1_500),
  /** Days of history in the demo whose every row is examined. */
  examinedDemoDays: size(365, 210),
  /** Whether to test samples whose compilers take many seconds. */
  slowCompilers: size(1, 0),
  /** How often the quick start of the docs is run, command by command. */
  quickStarts: size(1, 0),
  /** The maximum size of the run's PostgreSQL. */
  clusterBytes: size(16, 6) * 1024 ** 3,
}

/** Runs of a property test that goes through the database. */
export const repeats = (count: number) => size(count, Math.ceil(count / 4))
