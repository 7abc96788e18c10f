// The checks of `doctor`, except those of the database: data directory, Redis, file storage, mail server, and the CAI.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFileStorage } from '../attachments/storage.ts'
import { checkDataDir, unusableDataDir } from '../config/data-dir.ts'
import { shownRedis } from '../config/server-urls.ts'
import type { Config } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { mailTransport } from '../mail/transport.ts'
import { type CaiRemainder, caiRemainder, configuredCai, daysLeft, runsOut } from '../remitos/cai.ts'
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

// The check of `doctor` for the CAI of the remitos. A CAI that runs out is a warning, not a failure: the service starts, and
// egresos are still issued, without a CAI.

/** `db` is null while there is no database with the numbers of remitos: then only the expiry date is examined. */
export async function examineCai(config: Config, db: Queryable | null) {
  const cai = configuredCai(config)
  if (!cai) return { warning: false, detail: 'no CAI is set: they are printed without one' }
  const today = warehouseDay(Date.now, config.timeZone)()
  const left = db
    ? await caiRemainder(db, cai, config.remitoPointOfSale, today)
    : { days: daysLeft(cai, today), numbers: null }
  const warning = runsOut(left)
  const advice = warning ? '; request a new CAI and set REMITO_CAI, _EXPIRES_ON and _UP_TO' : ''
  return { warning, detail: remainderText(cai.expiresOn, left) + advice }
}

function remainderText(expiresOn: string, { days, numbers }: CaiRemainder): string {
  const date = `${days < 0 ? 'expired on' : 'is valid until'} ${expiresOn}`
  const left = [
    ...(days < 0 ? [] : [days === 1 ? '1 day' : `${days} days`]),
    ...(numbers === null ? [] : [numbers === 1 ? '1 number' : `${numbers} numbers`]),
  ]
  return `the CAI ${date}${left.length > 0 ? `, with ${left.join(' and ')} left` : ''}`
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
