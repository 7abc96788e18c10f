import pg from 'pg'
import { basicConfig } from './connection-config.ts'

/** A pool for the job queue. Its library requires an error listener on every connection. */
export function queuePool(
  url: string,
  {
    maxConnections,
    limitMs,
    onError,
  }: {
    maxConnections: number
    /** For each statement, on our side. */
    limitMs: number
    onError: (error: Error) => void
  },
): pg.Pool {
  const pool = new pg.Pool({
    ...basicConfig(url),
    max: maxConnections,
    query_timeout: limitMs,
    application_name: 'anden jobs',
  })
  // The connection's own listener has heard of it already.
  pool.on('error', () => {})
  pool.on('connect', (connection) => {
    connection.on('error', onError)
    destroyWhenUnanswered(connection)
  })
  return pool
}

/**
 * The library puts a connection back into the pool whatever became of its statement. One that was not answered
 * in time would be handed out again, and the next statement would wait behind it.
 */
function destroyWhenUnanswered(connection: pg.PoolClient) {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
  connection.query = ((...given: unknown[]) => {
    const answer = query(...given)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') connection.connection.stream.destroy()
      })
    }
    return answer
  }) as typeof connection.query
}
