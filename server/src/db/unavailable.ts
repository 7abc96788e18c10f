// Distinguishes "the database is temporarily unavailable" from a fault of ours. The former is answered with 503 and
// Retry-After: the same request can succeed once the database is available again.

/** No connection could be opened, or no response came in time. */
export class DatabaseUnavailableError extends Error {}

const unavailableCodes = new Set([
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

const unavailableClasses = [
  '08', // connection exceptions
  // Insufficient resources: disk full, out of memory, too many connections, or a limit set by the operator
  // (temp_file_limit). Nothing is wrong with the request; it can succeed once there are resources.
  '53',
  '57P', // shutting down, starting up, crash of another backend, session timed out
]

const unavailableMessages = ['Connection terminated', 'Client has encountered a connection error']

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError) return true
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    if (unavailableCodes.has(code) || unavailableClasses.some((prefix) => code.startsWith(prefix)))
      return true
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return unavailableMessages.some((message) => error.message.includes(message))
}

/** Any error while opening a connection, including a wrong password, means that the database is unavailable. */
export function unavailableBecause(error: unknown): DatabaseUnavailableError {
  const { message, errors } = error as Error & { errors?: Error[] }
  // The AggregateError for a host with several addresses has no message of its own.
  return new DatabaseUnavailableError(message || errors?.[0]?.message || String(error), { cause: error })
}
