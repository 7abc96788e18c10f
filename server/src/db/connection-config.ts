// How every connection of the service is made, and how long it may take to answer.
import type pg from 'pg'
import { wireTypes } from './wire-types.ts'

export type DbLimits = {
  /** For making a connection. */
  connectMs: number
  /** For a statement, or a whole transaction, from the wait for a connection to the last answer. */
  operationMs: number
  /** The same, for the lookup of a key. */
  quickMs: number
  /** Enforced by the server. */
  statementMs: number
}

/**
 * A request looks its key up and then does its work: 14.5 s at most until it is answered with 503, whenever the
 * database stops answering. The server gives up on a statement before we do, which leaves the connection usable,
 * and later than a repeated request waits for the first one (10 s).
 */
export const defaultLimits: DbLimits = {
  connectMs: 10_000,
  operationMs: 11_500,
  quickMs: 3_000,
  statementMs: 11_000,
}

// A server that a partition has cut off from us keeps the locks of the transaction this long.
const idleInTransactionTimeoutMs = 15_000
const keepAliveAfterMs = 10_000

export function connectionConfig(url: string, limits: DbLimits): pg.ClientConfig {
  return {
    ...basicConfig(url, limits.connectMs),
    application_name: 'anden',
    options: sessionOptions(limits)
      .map((option) => `-c ${option}`)
      .join(' '),
    types: wireTypes,
  }
}

/** For connections whose session settings and types are not ours to choose. */
export function basicConfig(url: string, connectMs = defaultLimits.connectMs): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  }
}

const sessionOptions = ({ statementMs }: DbLimits) => [
  'timezone=UTC',
  'datestyle=ISO',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  `statement_timeout=${statementMs}`,
  `idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
]
