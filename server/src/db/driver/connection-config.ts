// Settings of every connection to the database, and its time-outs.
import type pg from 'pg'
import { wireTypes } from '../records.ts'

export type DbLimits = {
  /** The limit for opening a connection. */
  connectMs: number
  /** The limit for a statement or a whole transaction, from the wait for a connection to the last response. */
  operationMs: number
  /** The same, for the lookup of a key. */
  quickMs: number
  /** Enforced by the server. */
  statementMs: number
}

/**
 * A request looks up its key and then does its work, so it gets its 503 within 14.5 s, whenever the database stops
 * responding. The server's statement time-out is shorter than ours, which leaves the connection usable, and longer than
 * a repeated request waits for the first one (10 s).
 */
export const defaultLimits: DbLimits = {
  connectMs: 10_000,
  operationMs: 11_500,
  quickMs: 3_000,
  statementMs: 11_000,
}

// A server that a network partition separates from us holds the locks of a transaction for this long.
const idleInTransactionTimeoutMs = 15_000
const keepAliveAfterMs = 10_000

/** Settings that a session starts with, and that a pooler's sessions get from their role (db/driver/pooler.ts). */
export const sessionSettings = ({ statementMs }: Pick<DbLimits, 'statementMs'>) =>
  ({
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: `${statementMs}`,
    idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs}`,
  }) as const

/** PgBouncer keeps track of these two, and of no other that we need. In PostgreSQL's own spelling: else it sets them anew. */
export const trackedSettings = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' } as const

/** PostgreSQL keeps any setting with a prefix. A session that lacks this one did not get the others either. */
export const ownSetting = 'anden.session'

export function connectionConfig(limits: DbLimits, { isPooled = false } = {}): pg.ClientConfig {
  const settings = { timezone: 'UTC', datestyle: 'ISO', ...sessionSettings(limits), [ownSetting]: 'on' }
  return {
    ...basicConfig(limits.connectMs),
    application_name: 'anden',
    // PgBouncer refuses this parameter.
    ...(isPooled ? {} : { options: optionsOf(settings) }),
    types: wireTypes,
  }
}

/** The configuration for connections of libraries, which choose their own session settings and types. */
export function basicConfig(connectMs = defaultLimits.connectMs): pg.ClientConfig {
  return {
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  }
}

export const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
