import type pg from 'pg'
import { isDatabaseUnavailable } from '../unavailable.ts'
import type { TimeLimit } from './time-limit.ts'
import type { TrustedPool } from './trusted-pool.ts'

/** A connection on which the database was unavailable is discarded: it may lead to a demoted server. */
export async function onConnection<Result>(
  pool: TrustedPool,
  limit: TimeLimit,
  work: (connection: pg.PoolClient, discard: () => void) => Promise<Result>,
): Promise<Result> {
  const connection = await limit.acquire(pool)
  let broken = false
  const discard = () => {
    broken = true
  }
  try {
    return await work(connection, discard)
  } catch (error) {
    if (isDatabaseUnavailable(error)) discard()
    throw error
  } finally {
    connection.release(broken)
  }
}
