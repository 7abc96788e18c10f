// The checks of `doctor`, except those of the database: data directory, Redis, file storage, mail server, and the books of remitos.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFileStorage } from '../attachments/storage.ts'
import { checkDataDir, unusableDataDir } from '../config/data-dir.ts'
import { shownRedis } from '../config/server-urls.ts'
import type { Config } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { mailTransport } from '../mail/transport.ts'
import { leftInBooks } from '../remitos/books/left.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'

const minFreeBytes = 1024 ** 3
const connectTimeoutMs = 3_000

export const examineDisk = ({ dataDir }: Config) =>
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

export const examineRedis = ({ redisUrl }: Config) =>
  attempt('redis', async () => {
    if (!redisUrl) return 'not set: rate limits are counted per process'
    const { openRedis } = await import('../http/admission/limits/redis.ts')
    const redis = openRedis(redisUrl, {
      connection: { lazyConnect: true, connectTimeout: connectTimeoutMs, commandTimeout: connectTimeoutMs },
      retryMs: () => null,
    })
    let reason = ''
    redis.on('error', (error) => {
      reason = error.message
    })
    try {
      await redis.ping()
      return `${shownRedis(redisUrl)} responds`
    } catch (error) {
      throw new Error(`cannot reach ${shownRedis(redisUrl)}: ${reason || (error as Error).message}`)
    } finally {
      redis.disconnect()
    }
  })

export const examineFiles = (config: Config) =>
  attempt('s3', async () => {
    const files = await openFileStorage(config)
    return files.check().finally(() => files.close())
  })

export const examineMail = (config: Config) =>
  attempt('smtp', async () => {
    const mail = mailTransport(config)
    return mail.check().finally(() => mail.close())
  })

// The check of `doctor` for the books of remitos. Books that run out are a warning, not a failure: the service starts.

/** `db` is null while there is no database with books: then only the settings are examined. */
export async function examineBooks(config: Config, db: Queryable | null) {
  const today = warehouseDay(Date.now, config.timeZone)()
  const left = db && (await leftInBooks(db, today))
  if (!left || left.state === 'none') return { warning: false, detail: settingsText(config, today) }
  const { state, days_left: days, numbers_left: numbers } = left
  const warning = state !== 'enough'
  const advice = warning ? '; request a new CAI and enter a book' : ''
  const what =
    state === 'stopped'
      ? 'no book can be used, so no egreso can be issued'
      : `the books have ${numbers === 1 ? '1 number' : `${numbers} numbers`} and ${days === 1 ? '1 day' : `${days} days`} left`
  return { warning, detail: what + advice }
}

function settingsText({ remitoCai: { number, expiresOn } }: Config, today: string): string {
  if (number === null || expiresOn === null) return 'no CAI is used: egresos are printed without one'
  return expiresOn < today
    ? `REMITO_CAI expired on ${expiresOn}, so no book is made of it, and egresos are printed without a CAI`
    : 'the next start makes the first book of REMITO_CAI'
}

// The findings of `doctor`, one per check.

/** A warning is no failure: the service would start. */
export type Finding = { check: string; ok: boolean; warning: boolean; detail: string }

export const passed = (check: string, detail: string): Finding => ({
  check,
  ok: true,
  warning: false,
  detail,
})
export const failed = (check: string, detail: string): Finding => ({
  check,
  ok: false,
  warning: false,
  detail,
})

export async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return passed(check, await work())
  } catch (error) {
    return failed(check, (error as Error).message.replaceAll('\n', '; '))
  }
}
