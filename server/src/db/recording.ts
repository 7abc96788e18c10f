// Records of what a transaction does, which nothing in it reads. Those that come without another statement in between are sent as
// one: that is one statement less per write for PostgreSQL to bind, start and end.
import { join, raw, type Statement, sql } from './sql.ts'

/** `with <named> <last>`: the parts are apart, because `with` can be only at the start of what is sent. */
export type StatementWith<Row = unknown> = { named: Statement; last: Statement<Row> }

export const wholeOf = <Row>({ named, last }: StatementWith<Row>): Statement<Row> =>
  sql<Row>`with ${named} ${last}`

export type OnRecorded<Row> = (rowCount: number, rows: Row[]) => void

export type Recording = {
  add(record: Statement): void
  /** The result is that of `last`. */
  addWithResult<Row>(record: StatementWith<Row>, onDone: OnRecorded<Row>): void
  /** Must be called before any other statement is sent. */
  sendAll(): void
}

const policy = {
  /** More of them become several statements. */
  maxTogether: 4,
}

type WithResult = StatementWith & { onDone: OnRecorded<unknown> }

export function openRecording(send: (statement: Statement, onDone?: OnRecorded<unknown>) => void): Recording {
  let records: Statement[] = []
  let withResult: WithResult | null = null
  const sendAll = () => {
    if (records.length === 0 && !withResult) return
    const together = asOneStatement(records, withResult)
    const onDone = withResult?.onDone
    records = []
    withResult = null
    send(together, onDone)
  }
  return {
    add(record) {
      if (records.length === policy.maxTogether) sendAll()
      records.push(record)
    },
    addWithResult(record, onDone) {
      if (withResult) sendAll()
      withResult = { ...record, onDone: onDone as OnRecorded<unknown> }
    },
    sendAll,
  }
}

/** PostgreSQL runs all of them, whatever the last one returns. */
function asOneStatement(records: readonly Statement[], withResult: WithResult | null): Statement {
  const [first, ...others] = records
  const named = (withResult ? records : others).map(
    (record, index) => sql`${raw(`record_${index}`)} as (${record})`,
  )
  if (withResult) return wholeOf({ ...withResult, named: join([withResult.named, ...named], ', ') })
  if (!first) throw new Error('there is no record')
  return named.length === 0 ? first : wholeOf({ named: join(named, ', '), last: first })
}
