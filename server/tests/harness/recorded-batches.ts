import type { Queryable } from '../../src/db/queryable.ts'
import type { Statement } from '../../src/db/sql.ts'

/** The database behind a gate, recording the batch size of each statement: the length of its first array. */
export function recordedBatches(db: Queryable) {
  const batchSizes: number[] = []
  let open: () => void = () => {}
  let gate = Promise.resolve()
  return {
    batchSizes,
    shut() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
    db: {
      ...db,
      async rows<Row>(statement: Statement<Row>) {
        batchSizes.push(statement.values.find(Array.isArray)?.length ?? 0)
        await gate
        return db.rows(statement)
      },
    },
  }
}

/** The first statements never end. */
export function hangingAtFirst(db: Queryable, statements: number): Queryable {
  let hanging = statements
  return {
    ...db,
    rows: <Row>(statement: Statement<Row>) =>
      hanging-- > 0 ? new Promise<Row[]>(() => {}) : db.rows(statement),
  }
}
