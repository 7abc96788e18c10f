// Spans of database statements: those of a request or a job, not those of polling. Their text has placeholders instead of values.
import type pg from 'pg'
import { sql, statementName } from '../../db/sql.ts'
import type { Tracing, TracingSpan } from '../../deps.ts'

const noteForEvents = (traceparent: string) =>
  sql`select set_config('anden.traceparent', ${traceparent}, true)`
/** Not the locks of `for update`, nor what `on conflict` does. */
const changes = /(?<!\bfor |\bkey |\bdo )\b(insert into|update|delete from)\s+([a-z_]{1,63})/
const isCommand = /^(commit|rollback|savepoint|release)\b/

type Answered = (error: Error | undefined, result: pg.QueryResult) => void
type Query = (config: pg.QueryConfig, answered: Answered) => void

/** Called for every connection of the pool. Statements come from `db/driver/send.ts` alone, so each has a config and a callback. */
export const traceStatements = (tracing: Tracing) => (connection: pg.ClientBase) => {
  const query: Query = connection.query.bind(connection)
  const traced: Query = (config, answered) => {
    const current = tracing.current()
    if (!current) return query(config, answered)
    if (config.text.startsWith('begin')) return beginIn(current, config, answered, query)
    const span = tracing.start('client', summaryOf(config.text), {
      'db.system.name': 'postgresql',
      'db.query.text': config.text,
    })
    query(config, (error, result) => {
      span.end(error ? ((error as { code?: string }).code ?? 'failed') : null)
      answered(error, result)
    })
  }
  connection.query = traced as typeof connection.query
}

/** Events of the transaction get the span as their origin, by the default of their column. */
function beginIn({ traceparent }: TracingSpan, config: pg.QueryConfig, answered: Answered, query: Query) {
  query(config, answered)
  if (config.text !== 'begin') return
  const { text, values } = noteForEvents(traceparent)
  const name = config.name && statementName(text)
  // If the transaction fails, its own statements report it.
  query({ name, text, values: values as unknown[] }, () => undefined)
}

const summaries = new Map<string, string>()

/** The operation and its table, as the semantic conventions have it. */
function summaryOf(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    summary = isCommand.exec(text)?.[1] ?? describe(text)
    summaries.set(text, summary)
  }
  return summary
}

/** In a statement with several parts, the one that changes rows says what it is for. */
function describe(text: string): string {
  const [, change, changed] = changes.exec(text) ?? []
  if (change && changed) return `${change.split(' ')[0]} ${changed}`
  const read = /\bfrom\s+([a-z_]{1,63})/.exec(text)?.[1]
  return read ? `select ${read}` : 'select'
}
