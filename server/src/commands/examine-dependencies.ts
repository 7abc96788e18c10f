// The checks of `doctor` outside the database: data directory, Redis, file storage and mail server.
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openFileStorage } from '../attachments/storage.ts'
import { checkDataDir, unusableDataDir } from '../config/data-dir.ts'
import { shownRedis } from '../config/redis-url.ts'
import type { Config } from '../config/settings.ts'
import { mailTransport } from '../mail/transport.ts'
import { attempt } from './findings.ts'

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
    const { openRedis } = await import('../http/admission/limits/redis-connection.ts')
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
