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
    /** Time-out of each statement, on our side. */
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
  // The listener on the connection has already reported it.
  pool.on('error', () => {})
  pool.on('connect', (connection) => {
    connection.on('error', onError)
    destroyOnTimeout(connection)
  })
  return pool
}

/**
 * The library returns a connection to the pool even if its statement timed out. It would be reused, and the next
 * statement would wait behind the one without an answer.
 */
function destroyOnTimeout(connection: pg.PoolClient) {
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
