// The only reader of the environment. Every setting has a default; an invalid value stops the start with one line that
// names the setting. The result is frozen.
import { resolve } from 'node:path'
import { type IvaCondition, ivaConditions } from '@anden/contract/values'
import {
  addressRange,
  baseUrl,
  caiNumber,
  calendarDate,
  cuit,
  databaseUrl,
  integer,
  listOf,
  mailbox,
  network,
  oneOf,
  origin,
  processCount,
  redisUrl,
  type S3Settings,
  s3Url,
  seconds,
  secret,
  share,
  someOf,
  textUpTo,
  timeZone,
  trueOrFalse,
  urlOf,
} from './parsers.ts'

export type Config = Readonly<ReturnType<typeof settings>>
type Environment = Record<string, string | undefined>
type Read = <Value>(name: string, fallback: Value, parse: (text: string) => Value) => Value

const roles = ['api', 'worker'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const
const text = (value: string) => value
const limit = integer(1, 1_000_000)
export const defaultRetrySchedule: readonly number[] = [0, 30, 300, 1_800, 7_200, 21_600, 86_400]

function settings(read: Read) {
  return {
    host: read('HOST', '127.0.0.1', text),
    port: read('PORT', 3000, integer(0, 65_535)),
    baseUrl: read<string | null>('BASE_URL', null, baseUrl),
    dataDir: resolve(read('DATA_DIR', './data', text)),
    databaseUrl: read<string | null>('DATABASE_URL', null, databaseUrl),
    /** Set if `databaseUrl` leads through a pooler in transaction mode. */
    databaseDirectUrl: read<string | null>('DATABASE_DIRECT_URL', null, databaseUrl),
    redisUrl: read<string | null>('REDIS_URL', null, redisUrl),
    s3: read<S3Settings | null>('S3_URL', null, s3Url),
    secretKey: read<string | null>('SECRET_KEY', null, secret),
    previousSecretKey: read<string | null>('PREVIOUS_SECRET_KEY', null, secret),
    dashboard: read('DASHBOARD', true, trueOrFalse),
    demoDays: read('DEMO_DAYS', 365, integer(60, 365)),
    rateLimits: {
      read_per_hour: read('RATE_LIMIT_READ_PER_HOUR', 1000, limit),
      write_per_hour: read('RATE_LIMIT_WRITE_PER_HOUR', 100, limit),
      burst_per_minute: read('RATE_LIMIT_BURST_PER_MINUTE', 100, limit),
    },
    idempotencyTtlSeconds: read('IDEMPOTENCY_TTL_SECONDS', 86_400, integer(1, 31_536_000)),
    webhooks: {
      retryScheduleSeconds: read('WEBHOOK_RETRY_SCHEDULE', defaultRetrySchedule, listOf(seconds)),
      timeoutMs: read('WEBHOOK_TIMEOUT_MS', 10_000, integer(10, 60_000)),
      concurrency: read('WEBHOOK_CONCURRENCY', 200, integer(1, 5_000)),
      pauseAfter: read('WEBHOOK_PAUSE_AFTER', 10, integer(1, 1_000)),
      allowPrivate: read('WEBHOOK_ALLOW_PRIVATE', false, trueOrFalse),
      /** Shown to clients for their firewalls. Nothing is checked against it. */
      sourceAddresses: read<readonly string[]>('WEBHOOK_SOURCE_ADDRESSES', [], listOf(addressRange)),
    },
    smtpUrl: read<string | null>('SMTP_URL', null, urlOf('smtp:', 'smtps:')),
    mailFrom: read('MAIL_FROM', 'Andén <no-reply@localhost>', mailbox),
    roles: read<readonly (typeof roles)[number][]>('ROLES', roles, someOf(roles)),
    processes: read('PROCESSES', 1, processCount),
    timeZone: read('TIME_ZONE', 'America/Argentina/Buenos_Aires', timeZone),
    remitoPointOfSale: read('REMITO_POINT_OF_SALE', 1, integer(1, 99_998)),
    /** After how many years names, signatures and photos of acceptances are removed. */
    acceptancesKeptYears: read('ACCEPTANCES_KEPT_YEARS', 5, integer(2, 100)),
    /** The printing authorisation of the egreso series. */
    remitoCai: {
      number: read<string | null>('REMITO_CAI', null, caiNumber),
      expiresOn: read<string | null>('REMITO_CAI_EXPIRES_ON', null, calendarDate),
      upTo: read<number | null>('REMITO_CAI_UP_TO', null, integer(1, 99_999_999)),
    },
    /** The warehouse as remitos name it. */
    warehouse: {
      name: read<string | null>('WAREHOUSE_NAME', null, textUpTo(200)),
      cuit: read<string | null>('WAREHOUSE_CUIT', null, cuit),
      address: read<string | null>('WAREHOUSE_ADDRESS', null, textUpTo(300)),
      ivaCondition: read<IvaCondition | null>('WAREHOUSE_IVA_CONDITION', null, oneOf(ivaConditions)),
      grossIncome: read<string | null>('WAREHOUSE_GROSS_INCOME', null, textUpTo(40)),
      activitiesSince: read<string | null>('WAREHOUSE_ACTIVITIES_SINCE', null, calendarDate),
    },
    opsPort: read<number | null>('OPS_PORT', null, integer(0, 65_535)),
    metricsToken: read<string | null>('METRICS_TOKEN', null, secret),
    trustProxy: read<readonly string[]>('TRUST_PROXY', [], listOf(network)),
    corsOrigins: read<readonly string[]>('CORS_ORIGINS', [], listOf(origin)),
    /** Standard names of OpenTelemetry. Its library reads others itself. */
    tracing: {
      endpoint: read<string | null>('OTEL_EXPORTER_OTLP_ENDPOINT', null, urlOf('http:', 'https:')),
      sampler: read<(typeof samplers)[number]>(
        'OTEL_TRACES_SAMPLER',
        'parentbased_always_on',
        oneOf(samplers),
      ),
      ratio: read('OTEL_TRACES_SAMPLER_ARG', 1, share),
    },
    logLevel: read<(typeof logLevels)[number]>('LOG_LEVEL', 'info', oneOf(logLevels)),
  }
}

/** No other program uses these prefixes, so an unknown name with one of them is a misspelt setting. */
const ownPrefixes = ['RATE_LIMIT_', 'IDEMPOTENCY_', 'REMITO_', 'WAREHOUSE_', 'WEBHOOK_']
/** Values of these settings are never shown, not even invalid ones. */
const isSecret = (name: string) => name !== 'BASE_URL' && /KEY|TOKEN|URL$/.test(name)

export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = []
  const names: string[] = []
  const config = settings((name, fallback, parse) => {
    names.push(name)
    const given = environment[name]?.trim()
    if (given === undefined || given === '') return fallback
    try {
      return parse(given)
    } catch (error) {
      const shown = isSecret(name) ? '' : `, not "${given}"`
      faults.push(`${name} ${(error as Error).message}${shown}`)
      return fallback
    }
  })
  faults.push(...unknownSettings(environment, names))
  if (environment['DATABASE_URL']?.trim() && !environment['SECRET_KEY']?.trim()) {
    faults.push(
      'SECRET_KEY is required with DATABASE_URL: it must be the same for every process on that database. Generate one with: openssl rand -hex 32',
    )
  }
  if (environment['DATABASE_DIRECT_URL']?.trim() && !environment['DATABASE_URL']?.trim()) {
    faults.push('DATABASE_DIRECT_URL is set without DATABASE_URL: without a pooler, set DATABASE_URL alone')
  }
  if (environment['PREVIOUS_SECRET_KEY']?.trim() && !environment['SECRET_KEY']?.trim()) {
    faults.push('PREVIOUS_SECRET_KEY is set without SECRET_KEY: set SECRET_KEY to the new key')
  }
  if (config.opsPort !== null && config.opsPort > 0 && config.opsPort === config.port) {
    faults.push('OPS_PORT must differ from PORT')
  }
  faults.push(...caiFaults(environment))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return Object.freeze(config)
}

/** A CAI without its expiry date cannot be printed, and the other two say nothing without a CAI. */
function caiFaults(environment: Environment): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim())
  if (isSet('REMITO_CAI')) {
    return isSet('REMITO_CAI_EXPIRES_ON')
      ? []
      : ['REMITO_CAI_EXPIRES_ON is required with REMITO_CAI: both are printed on remitos']
  }
  return ['REMITO_CAI_EXPIRES_ON', 'REMITO_CAI_UP_TO']
    .filter(isSet)
    .map((name) => `${name} is set without REMITO_CAI`)
}

/** The base of the URLs in responses. Port 0 (any free one) is known only once the server listens. */
export function baseUrlOf(config: Config, port: number = config.port): string {
  return config.baseUrl ?? `http://localhost:${port}`
}

function unknownSettings(environment: Environment, known: readonly string[]): string[] {
  return ownPrefixes.flatMap((prefix) => {
    const ours = known.filter((name) => name.startsWith(prefix))
    return Object.keys(environment)
      .filter((name) => name.startsWith(prefix) && !ours.includes(name))
      .map((name) => `${name} is not a setting: the settings with this prefix are ${ours.join(', ')}`)
  })
}
