import type pg from 'pg'
import { basicConfig, optionsOf } from './driver/connection-config.ts'
import { serverPool, serversOf } from './driver/servers.ts'

/** The role may have settings for the sessions of a pooler (db/driver/pooler.ts), which are not meant for the library. */
const options = optionsOf({
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  plan_cache_mode: 'auto',
})

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
  const pool = serverPool(serversOf(url), {
    ...basicConfig(),
    options,
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
