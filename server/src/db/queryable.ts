// The interface through which code uses the database, be it a pool, a transaction or one connection.
import type pg from 'pg'
import { sendNamed } from './driver/send.ts'
import type { Statement } from './sql.ts'

export type Queryable = {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>
  maybeOne<Row>(statement: Statement<Row>): Promise<Row | undefined>
  one<Row>(statement: Statement<Row>): Promise<Row>
  /** Runs a statement that returns no rows. Resolves with the number of rows changed. */
  run(statement: Statement): Promise<number>
}

/** On the given connection, with no time-outs other than those of that connection. */
export const queryableOn = (connection: pg.Client): Queryable =>
  queryable((statement) => sendNamed(connection, statement))

export function queryable(query: (statement: Statement) => Promise<pg.QueryResult>): Queryable {
  const rows = async <Row>(statement: Statement<Row>) => (await query(statement)).rows as Row[]
  return {
    rows,
    async maybeOne<Row>(statement: Statement<Row>) {
      return (await rows(statement))[0]
    },
    async one<Row>(statement: Statement<Row>) {
      const first = (await rows(statement))[0]
      if (first === undefined) throw new Error('a statement that must return a row returned none')
      return first
    },
    async run(statement) {
      return (await query(statement)).rowCount ?? 0
    },
  }
}
