// Tells "the database is unavailable just now" from a fault of ours. The first is answered with 503 and
// Retry-After: the same request is worth repeating once the database is well again.

/** No connection could be had, or no answer came in time. */
export class DatabaseAwayError extends Error {}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '25006', // read-only: a standby after a failover, or a host that stops writes when its disk is full
  '57014', // statement time-out
  '58000', // system error
  '58030', // I/O error
])

const awayClasses = [
  '08', // connection exceptions
  // Insufficient resources: disk full, out of memory, too many connections, and a limit that the operator has
  // set (temp_file_limit). Nothing is wrong with the request; it goes through once there is room.
  '53',
  '57P', // shut down, starting up, crash of another backend, session timed out
]

const awayMessages = ['Connection terminated', 'Client has encountered a connection error']

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAwayError) return true
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    if (awayCodes.has(code) || awayClasses.some((prefix) => code.startsWith(prefix))) return true
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return awayMessages.some((message) => error.message.includes(message))
}

/** Whatever keeps a connection from being made, a wrong password included, makes the database unavailable. */
export function noConnection(error: unknown): DatabaseAwayError {
  const { message, errors } = error as Error & { errors?: Error[] }
  // An AggregateError, of a host with several addresses, has no message of its own.
  return new DatabaseAwayError(message || errors?.[0]?.message || String(error), { cause: error })
}
