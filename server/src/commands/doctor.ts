// Checks everything that the service depends on, and prints one line for each.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { checkDirectory } from '../attachments/directory-id.ts'
import { attachmentsDirectory, openFileStorage } from '../attachments/storage.ts'
import { checkDataDir, unusableDataDir } from '../config/data-dir.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { checkSchema } from '../db/check-schema.ts'
import { hasCluster } from '../db/embedded/home.ts'
import { pendingText } from '../db/migrations/state.ts'
import { openDatabase } from '../db/open.ts'
import type { Queryable } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { mailTransport } from '../mail/transport.ts'
import { checkSecretKey } from '../secret-key/open-secrets.ts'
import { type JsonOption, print, withJson } from './output.ts'

type Finding = { check: string; ok: boolean; detail: string }

const minFreeBytes = 1024 ** 3
const clockToleranceMs = 2_000
const connectTimeoutMs = 3_000

export function doctorCommand(program: Command) {
  withJson(
    program
      .command('doctor')
      .description('check settings, database, clock, secret key, disk, Redis, S3 and SMTP'),
  ).action(async (options: JsonOption) => {
    const findings = await examine()
    if (options.json) print(findings, options)
    else
      for (const { ok, check, detail } of findings)
        process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(9)} ${detail}\n`)
    if (findings.some((finding) => !finding.ok)) process.exitCode = 1
  })
}

async function examine(): Promise<Finding[]> {
  const settings = await attempt('settings', async () => {
    readConfig()
    return 'all valid'
  })
  if (!settings.ok) return [settings]
  const config = readConfig()
  const { database, clock, secret, directory } = await examineDatabase(config)
  return [
    settings,
    database,
    clock,
    secret,
    await examineDisk(config),
    await examineRedis(config),
    directory.ok ? await examineFiles(config) : directory,
    await examineMail(config),
  ]
}

/** Applies the same rules as a start of the service, and changes nothing. */
async function examineDatabase(config: Config) {
  // Overwritten if the database knows a different attachments directory; otherwise only the storage is checked.
  let directory: Finding = { check: 's3', ok: true, detail: '' }
  if (!config.databaseUrl && !(await hasCluster(config.dataDir).catch(() => true))) {
    const unchecked = { ok: true, detail: 'not checked: there is no database yet' }
    const detail = 'embedded, not created yet: serve or migrate creates it'
    return {
      database: { check: 'database', ok: true, detail },
      clock: { check: 'clock', ...unchecked },
      secret: { check: 'secret', ...unchecked },
      directory,
    }
  }
  const unchecked = { ok: false, detail: 'not checked: the database does not respond' }
  let clock: Finding = { check: 'clock', ...unchecked }
  let secret: Finding = { check: 'secret', ...unchecked }
  const database = await attempt('database', async () => {
    const { db, close } = await openDatabase(config, { schema: 'asIs' })
    try {
      const { version, now } = await db.one(
        sql<{ version: string; now: string }>`
          select current_setting('server_version') as version, clock_timestamp()::timestamptz(3) as now`,
      )
      clock = examineClock(Date.parse(now) - Date.now())
      secret = await examineSecret(db, config)
      directory = await examineDirectory(db, config)
      const schema = await examineSchema(db)
      return `PostgreSQL ${version}${config.databaseUrl ? '' : ', embedded'}; ${schema}`
    } finally {
      await close()
    }
  })
  return { database, clock, secret, directory }
}

async function examineSchema(db: Queryable): Promise<string> {
  const { pending } = await checkSchema(db)
  return pending.length === 0
    ? 'the schema is up to date'
    : `${pendingText(pending)}; serve or migrate applies them`
}

const undefinedTable = '42P01'

const examineSecret = (db: Queryable, config: Config) =>
  attempt('secret', () =>
    ifMigrated(async () => {
      const { stored } = await checkSecretKey(db, await configuredSecretKeys(config))
      return stored ? 'matches the data in the database' : 'nothing is encrypted yet'
    }),
  )

const examineDirectory = (db: Queryable, { s3, databaseUrl, dataDir }: Config) =>
  attempt('s3', () =>
    ifMigrated(async () => {
      if (!s3 && databaseUrl) await checkDirectory(db, attachmentsDirectory(dataDir))
      return ''
    }),
  )

async function ifMigrated(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return 'not checked: migrations are pending'
    throw error
  }
}

function examineClock(differenceMs: number): Finding {
  const ok = Math.abs(differenceMs) <= clockToleranceMs
  const detail = ok
    ? 'agrees with the database'
    : `differs from the database's by ${Math.round(differenceMs / 1000)} s: synchronise both with NTP`
  return { check: 'clock', ok, detail }
}

const examineDisk = ({ dataDir }: Config) =>
  attempt('disk', async () => {
    const existing = await nearestExisting(dataDir)
    await checkDataDir(existing).catch((error) => {
      throw unusableDataDir(dataDir, error)
    })
    const { bavail, bsize } = await statfs(existing)
    const free = bavail * bsize
    if (free < minFreeBytes) throw new Error(`only ${Math.floor(free / 1024 ** 2)} MiB free for ${dataDir}`)
    return `${Math.floor(free / 1024 ** 3)} GiB free`
  })

/** The first start that needs the data directory creates it. */
async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found || dirname(path) === path ? path : nearestExisting(dirname(path))
}

const examineRedis = ({ redisUrl }: Config) =>
  attempt('redis', async () => {
    if (!redisUrl) return 'not set: rate limits are counted per process'
    const { Redis } = await import('iovalkey')
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: connectTimeoutMs,
      retryStrategy: () => null,
    })
    let reason = ''
    redis.on('error', (error) => {
      reason = error.message
    })
    try {
      await redis.ping()
      return `${new URL(redisUrl).host} responds`
    } catch (error) {
      throw new Error(`cannot reach ${new URL(redisUrl).host}: ${reason || (error as Error).message}`)
    } finally {
      redis.disconnect()
    }
  })

const examineFiles = (config: Config) =>
  attempt('s3', async () => {
    const files = await openFileStorage(config)
    return files.check().finally(() => files.close())
  })

const examineMail = (config: Config) =>
  attempt('smtp', async () => {
    const mail = mailTransport(config)
    return mail.check().finally(() => mail.close())
  })

async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await work() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message.replaceAll('\n', '; ') }
  }
}
