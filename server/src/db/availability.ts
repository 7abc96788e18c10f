// Tells "the database is away just now" from a fault of ours: the first is worth a retry by the client.
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '53300', // too many connections
  '57P01', // terminated by an administrator
  '57P02', // crash of another backend
  '57P03', // starting up or shutting down
  '57014', // statement time-out
])

const awayMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return awayMessages.some((message) => error.message.includes(message))
}
