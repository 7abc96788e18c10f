import pg from 'pg'

/** A pool of the job queue's own. Its library wants every connection to have somebody who hears its errors. */
export function queuePool(url: string, maxConnections: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections, application_name: 'anden jobs' })
  // The connection's own listener has heard of it already.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', onError))
  return pool
}
