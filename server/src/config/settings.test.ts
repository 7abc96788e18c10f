import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { baseUrlOf, readConfig } from './settings.ts'

const external = { DATABASE_URL: 'postgres://anden@db.example/anden', SECRET_KEY: '0123456789abcdef' }

function faultOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('without settings', () => {
  test('every setting has its documented default', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      redisUrl: null,
      s3: null,
      secretKey: null,
      rateLimits: { read_per_hour: 1000, write_per_hour: 100, burst_per_minute: 100 },
      idempotencyTtlSeconds: 86_400,
      roles: ['api', 'worker'],
      timeZone: 'America/Argentina/Buenos_Aires',
      remitoPointOfSale: 1,
      acceptancesKeptYears: 5,
      remitoCai: { number: null, expiresOn: null, upTo: null },
      warehouse: { name: null, cuit: null, address: null, ivaCondition: null },
      metricsToken: null,
      trustProxy: [],
      corsOrigins: [],
      logLevel: 'info',
    })
  })

  test('the base URL follows the port', () => {
    expect(baseUrlOf(readConfig({ PORT: '8080' }))).toBe('http://localhost:8080')
    expect(baseUrlOf(readConfig({ PORT: '0' }), 41_234)).toBe('http://localhost:41234')
  })
})

describe('a setting that fits', () => {
  test.each([
    ['PORT', ' 8080 ', { port: 8080 }],
    ['PORT', '', { port: 3000 }],
    ['BASE_URL', 'https://portal.example.com/', { baseUrl: 'https://portal.example.com' }],
    ['BASE_URL', 'https://example.com/portal//', { baseUrl: 'https://example.com/portal' }],
    ['REDIS_URL', 'rediss://u:p@cache.example:6380/1', { redisUrl: 'rediss://u:p@cache.example:6380/1' }],
    [
      'S3_URL',
      'https://AK:a%2Fb%2Bc@s3.example:9000/anden-files?region=sa-east-1',
      {
        s3: {
          endpoint: 'https://s3.example:9000',
          region: 'sa-east-1',
          bucket: 'anden-files',
          credentials: { accessKeyId: 'AK', secretAccessKey: 'a/b+c' },
        },
      },
    ],
    ['S3_URL', 'http://AK:SK@localhost/anden/', { s3: { region: 'us-east-1', bucket: 'anden' } }],
    ['RATE_LIMIT_BURST_PER_MINUTE', '1', { rateLimits: { burst_per_minute: 1 } }],
    ['ROLES', 'worker', { roles: ['worker'] }],
    ['ROLES', 'worker, api,worker', { roles: ['worker', 'api'] }],
    ['TIME_ZONE', 'America/Argentina/Buenos_Aires', { timeZone: 'America/Argentina/Buenos_Aires' }],
    ['TIME_ZONE', 'UTC', { timeZone: 'UTC' }],
    ['TRUST_PROXY', '10.0.0.7, fd00::/8,loopback', { trustProxy: ['10.0.0.7', 'fd00::/8', 'loopback'] }],
    [
      'WEBHOOK_SOURCE_ADDRESSES',
      '203.0.113.7, 203.0.114.0/28,2001:db8::/48',
      { webhooks: { sourceAddresses: ['203.0.113.7', '203.0.114.0/28', '2001:db8::/48'] } },
    ],
    ['CORS_ORIGINS', 'https://a.example,http://localhost:5173', { corsOrigins: { length: 2 } }],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['OPS_PORT', '9090', { opsPort: 9090 }],
    ['PROCESSES', '4', { processes: 4 }],
    ['OTEL_TRACES_SAMPLER_ARG', '0.25', { tracing: { ratio: 0.25 } }],
    ['PROCESSES', 'max', { processes: availableParallelism() }],
    ['WAREHOUSE_NAME', 'Depósito Ñandú S.A.', { warehouse: { name: 'Depósito Ñandú S.A.' } }],
    ['WAREHOUSE_CUIT', '30-71654321-4', { warehouse: { cuit: '30716543214' } }],
    ['WAREHOUSE_IVA_CONDITION', 'monotributo', { warehouse: { ivaCondition: 'monotributo' } }],
    ['WAREHOUSE_ACTIVITIES_SINCE', '2015-03-01', { warehouse: { activitiesSince: '2015-03-01' } }],
    ['MAIL_FROM', 'avisos@example.com', { mailFrom: 'avisos@example.com' }],
    ['MAIL_FROM', 'Depósito Ñandú <avisos@localhost>', { mailFrom: 'Depósito Ñandú <avisos@localhost>' }],
    ['MAIL_FROM', '"Pérez, Ana" <a.b+c@mail.example>', { mailFrom: '"Pérez, Ana" <a.b+c@mail.example>' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  test('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })
})

describe('a setting that does not fit', () => {
  test.each([
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not "http"'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536"'],
    ['PORT', '-1', 'PORT must be'],
    ['PORT', '3e3', 'PORT must be'],
    ['BASE_URL', 'portal.example.com', 'BASE_URL must be a URL that starts with http:// or https://'],
    ['BASE_URL', 'https://portal.example.com/?a=1', 'BASE_URL must be a URL without a query'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL must be a URL that starts with redis://'],
    ['S3_URL', 'https://s3.example/anden', 'S3_URL must be of the form https://ACCESS_KEY:SECRET_KEY@host/'],
    ['S3_URL', 'https://AK:SK@s3.example/', 'the path is not a bucket name'],
    ['S3_URL', 'https://AK:SK@s3.example/a/b', 'the path is not a bucket name'],
    ['S3_URL', 'https://AK:SK@s3.example/anden?zone=1', 'only ?region= may follow the bucket'],
    ['S3_URL', 's3://AK:SK@s3.example/anden', 'it must start with https:// or http://'],
    ['S3_URL', 'https://AK:S/K@s3.example/anden', 'it is not a URL'],
    ['S3_URL', 'https://AK:50%@s3.example/anden', 'S3_URL must have percent-encoded keys'],
    ['RATE_LIMIT_READ_PER_HOUR', '0', 'RATE_LIMIT_READ_PER_HOUR must be a whole number from 1'],
    ['RATE_LIMIT_READ_PER_HOUR', '1.5', 'RATE_LIMIT_READ_PER_HOUR must be a whole number'],
    ['IDEMPOTENCY_TTL_SECONDS', '1 day', 'IDEMPOTENCY_TTL_SECONDS must be a whole number'],
    ['REMITO_POINT_OF_SALE', '100000', 'REMITO_POINT_OF_SALE must be a whole number from 1 to 99998'],
    ['REMITO_CAI', '1234', 'REMITO_CAI must be a CAI, which has 14 digits, not "1234"'],
    ['REMITO_CAI', '12345678901234', 'REMITO_CAI_EXPIRES_ON is required with REMITO_CAI'],
    ['REMITO_CAI_EXPIRES_ON', '31/03/2027', 'REMITO_CAI_EXPIRES_ON must be a date such as 2027-03-31'],
    ['REMITO_CAI_EXPIRES_ON', '2027-02-30', 'REMITO_CAI_EXPIRES_ON must be a date'],
    ['REMITO_CAI_EXPIRES_ON', '2027-03-31', 'REMITO_CAI_EXPIRES_ON is set without REMITO_CAI'],
    ['REMITO_CAI_UP_TO', '500', 'REMITO_CAI_UP_TO is set without REMITO_CAI'],
    ['WAREHOUSE_CUIT', '30-71654321-5', 'WAREHOUSE_CUIT must be a CUIT: 11 digits with a valid check digit'],
    ['WAREHOUSE_CUIT', '12345678', 'WAREHOUSE_CUIT must be a CUIT'],
    ['WAREHOUSE_IVA_CONDITION', 'inscripto', 'WAREHOUSE_IVA_CONDITION must be one of responsable_inscripto'],
    ['WAREHOUSE_NAME', 'n'.repeat(201), 'WAREHOUSE_NAME must be one line of at most 200 characters'],
    ['WAREHOUSE_NAMES', 'x', 'WAREHOUSE_NAMES is not a setting'],
    ['ROLES', 'api,workers', 'ROLES must be one or more of api, worker'],
    ['ROLES', ',', 'ROLES must be one or more of api, worker'],
    ['TIME_ZONE', 'Buenos Aires', 'TIME_ZONE must be an IANA time zone'],
    ['TIME_ZONE', '-03:00', 'TIME_ZONE must be an IANA time zone'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must list the addresses of your proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must list'],
    ['WEBHOOK_SOURCE_ADDRESSES', '203.0.113.0/33', 'WEBHOOK_SOURCE_ADDRESSES must list addresses'],
    ['WEBHOOK_SOURCE_ADDRESSES', 'loopback', 'WEBHOOK_SOURCE_ADDRESSES must list addresses'],
    ['WEBHOOK_SOURCE_ADDRESSES', 'egress.example.com', 'such as 203.0.113.7 or 203.0.113.0/28'],
    ['CORS_ORIGINS', 'app.example.com', 'CORS_ORIGINS must list origins such as https://app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/', 'CORS_ORIGINS must list origins'],
    ['LOG_LEVEL', 'info,debug', 'LOG_LEVEL must be one of fatal, error'],
    ['OPS_PORT', '3000', 'OPS_PORT must differ from PORT'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
    ['OTEL_TRACES_SAMPLER', 'half', 'OTEL_TRACES_SAMPLER must be one of always_on'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    ['PREVIOUS_SECRET_KEY', '0123456789abcdef', 'PREVIOUS_SECRET_KEY is set without SECRET_KEY'],
    ...[
      'Andén',
      'avisos@',
      '@example.com',
      'a b@example.com',
      'a@example..com',
      'Andén <>',
      'Andén <a@b',
      '<a@b> c',
    ].map((value) => ['MAIL_FROM', value, 'MAIL_FROM must be an address such as']),
    ['MAIL_FROM', 'Pérez, Ana <a@example.com>', 'MAIL_FROM must be an address'],
    ['MAIL_FROM', 'a@example.com, b@example.com', 'MAIL_FROM must be an address'],
    ['MAIL_FROM', 'Andén\nBcc: x <a@example.com>', 'MAIL_FROM must be an address'],
  ])('%s=%s is refused by name, with what it must be', (name, value, expected) => {
    expect(faultOf({ [name]: value })).toContain(expected)
  })

  test.each([
    ['SECRET_KEY', 'too-short'],
    ['PREVIOUS_SECRET_KEY', 'too-short'],
    ['METRICS_TOKEN', 'too-short'],
    ['DATABASE_URL', 'mysql://anden:hunter2@db.example/anden'],
    ['REDIS_URL', 'http://:hunter2@cache.example'],
    ['S3_URL', 'https://AK:hunter2@s3.example/'],
  ])('the value of %s is not repeated', (name, value) => {
    const fault = faultOf({ ...external, [name]: value })
    expect(fault).toMatch(new RegExp(`^${name} must`))
    expect(fault).not.toContain(value)
    expect(fault).not.toContain('hunter2')
  })

  test('each of several gets its line', () => {
    const lines = faultOf({ PORT: 'x', LOG_LEVEL: 'loud', RATE_LIMIT_READS_PER_HOUR: '5' }).split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
      'RATE_LIMIT_READS_PER_HOUR',
    ])
  })
})

test('a misspelt name is refused, with the names that it may have meant', () => {
  expect(faultOf({ RATE_LIMIT_READS_PER_HOUR: '5' })).toBe(
    'RATE_LIMIT_READS_PER_HOUR is not a setting: the settings with this prefix are RATE_LIMIT_READ_PER_HOUR, RATE_LIMIT_WRITE_PER_HOUR, RATE_LIMIT_BURST_PER_MINUTE',
  )
})

test('an external database needs a secret that its processes share', () => {
  expect(faultOf({ DATABASE_URL: external.DATABASE_URL })).toContain(
    'SECRET_KEY is required with DATABASE_URL',
  )
  expect(faultOf({ DATABASE_URL: external.DATABASE_URL, SECRET_KEY: ' ' })).toContain('is required')
  expect(faultOf(external)).toBe('')
})
