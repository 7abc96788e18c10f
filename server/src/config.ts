// The only reader of the environment. Every setting has a default; a value that does not fit stops the
// start with one line that names it. What is read here is frozen and passed on.
import { resolve } from 'node:path'

export type Role = 'api' | 'worker'
export type LogLevel = (typeof logLevels)[number]
export type Config = Readonly<ReturnType<typeof readSettings>>
type Environment = Record<string, string | undefined>

const roles = ['api', 'worker'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export class SettingError extends Error {}

export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = misspelt(environment)
  const config = readSettings(environment, faults)
  if (config.databaseUrl && !environment['SECRET_KEY']) {
    faults.push(
      'SECRET_KEY is required with DATABASE_URL: it must be the same for every process on that database. Make one with: openssl rand -hex 32',
    )
  }
  if (faults.length > 0) throw new SettingError(faults.join('\n'))
  return Object.freeze(config)
}

function readSettings(environment: Environment, faults: string[]) {
  const setting = <Value>(name: string, fallback: Value, parse: (text: string) => Value): Value => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return fallback
    try {
      return parse(text)
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}, not "${masked(name, text)}"`)
      return fallback
    }
  }
  const port = setting('PORT', 3000, integer(0, 65535))
  return {
    host: setting('HOST', '127.0.0.1', (text) => text),
    port,
    baseUrl: setting('BASE_URL', null, httpUrl),
    dataDir: resolve(setting('DATA_DIR', './data', (text) => text)),
    databaseUrl: setting('DATABASE_URL', null, urlOf('postgres:', 'postgresql:')),
    redisUrl: setting('REDIS_URL', null, urlOf('redis:', 'rediss:', 'valkey:')),
    secretKey: setting('SECRET_KEY', null, secret),
    rateLimits: {
      read_per_hour: setting('RATE_LIMIT_READ_PER_HOUR', 1000, integer(1, 1_000_000)),
      write_per_hour: setting('RATE_LIMIT_WRITE_PER_HOUR', 100, integer(1, 1_000_000)),
      burst_per_minute: setting('RATE_LIMIT_BURST_PER_MINUTE', 100, integer(1, 1_000_000)),
    },
    roles: setting<readonly Role[]>('ROLES', roles, listOf(roles)),
    timeZone: setting('TIME_ZONE', 'America/Argentina/Buenos_Aires', timeZone),
    metricsToken: setting('METRICS_TOKEN', null, secret),
    trustProxy: setting<readonly string[]>('TRUST_PROXY', [], commaSeparated),
    corsOrigins: setting<readonly string[]>('CORS_ORIGINS', [], (text) => commaSeparated(text).map(origin)),
    logLevel: setting<LogLevel>('LOG_LEVEL', 'info', (text) => listOf(logLevels)(text)[0] ?? 'info'),
  }
}

/** The address that is written into URLs. Port 0 (any free one) is known only once it listens. */
export function baseUrlOf(config: Config, port: number = config.port): string {
  return config.baseUrl ?? `http://localhost:${port}`
}

function integer(min: number, max: number) {
  return (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`)
    }
    return value
  }
}

function urlOf(...protocols: string[]) {
  return (text: string): string | null => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    }
    return text
  }
}

function httpUrl(text: string): string | null {
  const url = urlOf('http:', 'https:')(text)
  return url?.replace(/\/+$/, '') ?? null
}

function origin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text) {
    throw new Error('must list origins such as https://app.example.com')
  }
  return text
}

function secret(text: string): string | null {
  if (text.length < 16) throw new Error('must have at least 16 characters')
  return text
}

function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new Error('must be an IANA time zone such as America/Argentina/Buenos_Aires')
  }
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function listOf<const Allowed extends readonly string[]>(allowed: Allowed) {
  return (text: string): Allowed[number][] => {
    const parts = commaSeparated(text)
    if (parts.length === 0 || !parts.every((part) => allowed.includes(part))) {
      throw new Error(`must be of ${allowed.join(', ')}`)
    }
    return parts
  }
}

function masked(name: string, text: string): string {
  return /KEY|TOKEN|URL/.test(name) ? `${text.slice(0, 4)}…` : text
}

const ownNames = ['RATE_LIMIT_READ_PER_HOUR', 'RATE_LIMIT_WRITE_PER_HOUR', 'RATE_LIMIT_BURST_PER_MINUTE']

/** A misspelt name would silently leave the default in force; names with our own prefixes are checked. */
function misspelt(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('RATE_LIMIT_') && !ownNames.includes(name))
    .map((name) => `${name} is not a setting: those that start like it are ${ownNames.join(', ')}`)
}
