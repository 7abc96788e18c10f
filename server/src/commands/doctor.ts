// Checks everything that the service depends on, and prints one line for each.
import type { Command } from 'commander'
import { checkDirectory } from '../attachments/directory-storage.ts'
import { attachmentsDirectory } from '../attachments/storage.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { checkSchema } from '../db/check-schema.ts'
import { keepsSessions, poolerSettingsFault } from '../db/driver/pooler.ts'
import { hasCluster } from '../db/embedded/home.ts'
import { pendingText } from '../db/migrations.ts'
import { openDatabase } from '../db/open.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { checkSecretKey } from '../secret-key/stored-key.ts'
import {
  attempt,
  examineBooks,
  examineDisk,
  examineFiles,
  examineMail,
  examineRedis,
  type Finding,
  failed,
  passed,
} from './examine-dependencies.ts'
import { type JsonOption, print, withJson } from './output.ts'

const clockToleranceMs = 2_000

export function doctorCommand(program: Command) {
  withJson(
    program
      .command('doctor')
      .description('check settings, database, clock, secret key, books of remitos, disk, Redis, S3 and SMTP'),
  ).action(async (options: JsonOption) => {
    const findings = await examine()
    if (options.json) print(findings, options)
    else
      for (const { ok, warning, check, detail } of findings)
        process.stdout.write(`${ok ? (warning ? 'WARN' : 'ok  ') : 'FAIL'}  ${check.padEnd(9)} ${detail}\n`)
    if (findings.some((finding) => !finding.ok)) process.exitCode = 1
  })
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return (error as Error).message.split('\n').map((fault) => failed('settings', fault))
  }
  const { database, pooler, clock, secret, remitos, directory } = await examineDatabase(config)
  return [
    passed('settings', 'all valid'),
    database,
    ...(pooler ? [pooler] : []),
    clock,
    secret,
    remitos,
    await examineDisk(config),
    await examineRedis(config),
    directory.ok ? await examineFiles(config) : directory,
    await examineMail(config),
  ]
}

/** Applies the same rules as a start of the service, and changes nothing. */
async function examineDatabase(config: Config) {
  // Overwritten if the database knows a different attachments directory; otherwise only the storage is checked.
  let directory = passed('s3', '')
  let remitos = await examineRemitos(config, null)
  if (!config.databaseUrl && !(await hasCluster(config.dataDir).catch(() => true))) {
    const unchecked = 'not checked: there is no database yet'
    return {
      database: passed('database', 'embedded, not created yet: serve or migrate creates it'),
      pooler: null,
      clock: passed('clock', unchecked),
      secret: passed('secret', unchecked),
      remitos,
      directory,
    }
  }
  const unchecked = 'not checked: the database does not respond'
  let clock = failed('clock', unchecked)
  let secret = failed('secret', unchecked)
  let pooler: Finding | null = null
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
      // Without its tables, the database has no remito numbers. The database's own line reports that.
      remitos = await examineRemitos(config, db).catch(() => remitos)
      const schema = await examineSchema(db)
      if (config.databaseDirectUrl) pooler = await examinePooler(db, config)
      return `PostgreSQL ${version}${config.databaseUrl ? '' : ', embedded'}; ${schema}`
    } finally {
      await close()
    }
  })
  return { database, pooler, clock, secret, remitos, directory }
}

async function examinePooler(db: Queryable, { databaseUrl }: Config): Promise<Finding> {
  const warn = (detail: string): Finding => ({ ...passed('pooler', detail), warning: true })
  const fault = await poolerSettingsFault(db)
  if (fault) return warn(fault)
  return (await keepsSessions(databaseUrl ?? ''))
    ? warn('every connection of DATABASE_URL keeps a session of its own: set pool_mode = transaction')
    : passed('pooler', 'transaction mode; both addresses lead to the same database')
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

const examineRemitos = async (config: Config, db: Queryable | null): Promise<Finding> => ({
  check: 'remitos',
  ok: true,
  ...(await examineBooks(config, db)),
})

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
  if (Math.abs(differenceMs) <= clockToleranceMs) return passed('clock', 'agrees with the database')
  const seconds = Math.round(differenceMs / 1000)
  return failed('clock', `differs from the database's by ${seconds} s: synchronise both with NTP`)
}
