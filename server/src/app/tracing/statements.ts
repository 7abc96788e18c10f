// Spans of database statements: those of a request or a job, not those of polling. Their text has placeholders instead of values.
import type pg from 'pg'
import { NamedQuery } from '../../db/named-query.ts'
import { namedQuery } from '../../db/send.ts'
import { type Statement, sql } from '../../db/sql.ts'
import type { Tracing, TracingSpan } from '../../deps.ts'

const noteForEvents = (traceparent: string) =>
  sql`select set_config('anden.traceparent', ${traceparent}, true)`
/** Not the locks of `for update`, nor what `on conflict` does. */
const changes = /(?<!\bfor |\bkey |\bdo )\b(insert into|update|delete from)\s+([a-z_]{1,63})/
const isCommand = /^(commit|rollback|savepoint|release)\b/

/** For every connection of the pool. */
export const traceStatements = (tracing: Tracing) => (connection: pg.ClientBase) => {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
  connection.query = ((...given: unknown[]) => {
    const current = tracing.current()
    const text = textOf(given[0])
    if (!current || text === null) return query(...given)
    if (text.startsWith('begin')) return beginIn(current, connection, given, query)
    const span = tracing.start('client', summaryOf(text), {
      'db.system.name': 'postgresql',
      'db.query.text': text,
    })
    const answer = query(...given)
    const result = resultOf(answer)
    if (result)
      result.then(
        () => span.end(),
        (error: { code?: string }) => span.end(error.code ?? 'failed'),
      )
    else span.end()
    return answer
  }) as typeof connection.query
}

/** Events of the transaction get the span as their origin, by the default of their column. */
function beginIn(
  { traceparent }: TracingSpan,
  connection: pg.ClientBase,
  given: unknown[],
  query: (...given: unknown[]) => unknown,
) {
  const answer = query(...given)
  if (textOf(given[0]) === 'begin') {
    const note = noteForEvents(traceparent)
    const noted = query(answer instanceof NamedQuery ? namedQuery(connection, note) : asConfig(note))
    // If the transaction fails, its own statements report it.
    resultOf(noted)?.catch(() => undefined)
  }
  return answer
}

const asConfig = ({ text, values }: Statement) => ({ text, values })

function resultOf(answer: unknown): Promise<unknown> | null {
  if (answer instanceof NamedQuery) return answer.result
  return answer instanceof Promise ? answer : null
}

/** null: not a statement, but a stream of COPY. */
function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given
  const { text, values } = given as { text?: unknown; values?: unknown }
  return typeof text === 'string' && Array.isArray(values) ? text : null
}

const summaries = new Map<string, string>()

/** As the semantic conventions have it: the operation and its table. */
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
