// A distributed installation on one machine: three API processes and two workers, with a PostgreSQL primary and a
// synchronous standby, Redis and S3. Connections to the database servers go through a network that can fail.
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDb, type Db } from '../server/src/db/database.ts'
import { type BlackholeProxy, startBlackholeProxy } from '../server/tests/harness/blackhole-proxy.ts'
import { spawnRedis, stopRedis } from '../server/tests/harness/redis-process.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../server/tests/harness/replicated-database.ts'
import { stablePort } from '../server/tests/harness/stable-port.ts'
import { startS3 } from '../server/tests/harness/storages.ts'
import { type ServiceProcess, startServiceProcess } from './service-processes.ts'

export const secretKey = '0123456789abcdef0123456789abcdef'
const database = 'anden'

export type Installation = {
  processes: readonly ServiceProcess[]
  api: readonly ServiceProcess[]
  database: ReplicatedDatabase
  networks: readonly BlackholeProxy[]
  redis: { stop(): Promise<void>; start(): Promise<void> }
  s3: { pause(): Promise<void>; resume(): Promise<void> }
  disk: SmallDisk
  /** Bypasses the failing network, for setup and audit. */
  db: Db
  stop(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-chaos-'))
  const disk = await smallDisk(dataDir)
  const replicated = await startReplicatedDatabase()
  await replicated.createDatabase(database)
  const networks = [
    await startBlackholeProxy(replicated.primary.urlOf(database)),
    await startBlackholeProxy(replicated.standby.urlOf(database)),
  ]
  const redisPort = await stablePort()
  let redis: ChildProcess = await spawnRedis(redisPort)
  const s3 = await startS3()
  const hosts = networks.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const settings = {
    DATABASE_URL: `postgres://anden@${hosts}/${database}?target_session_attrs=read-write`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    S3_URL: s3.url,
    SECRET_KEY: secretKey,
    DATA_DIR: disk.directory,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // Short enough for every delivery to finish, and for no endpoint to be paused.
    WEBHOOK_TIMEOUT_MS: '3000',
    WEBHOOK_RETRY_SCHEDULE: '0,1,2,4,8,16',
    WEBHOOK_PAUSE_AFTER: '1000',
    LOG_LEVEL: 'warn',
  }
  const start = (role: ServiceProcess['role'], number: number) =>
    startServiceProcess(role, `${role} ${number}`, settings)
  // The first process runs the migrations.
  const api = [await start('api', 1), ...(await Promise.all([start('api', 2), start('api', 3)]))]
  const workers = await Promise.all([start('worker', 1), start('worker', 2)])
  const db = createDb({ url: replicated.urlOf(database), maxConnections: 6 })
  const processes = [...api, ...workers]
  return {
    processes,
    api,
    database: replicated,
    networks,
    redis: {
      stop: () => stopRedis(redis),
      async start() {
        redis = await spawnRedis(redisPort)
      },
    },
    s3,
    disk,
    db,
    async stop() {
      await Promise.all(processes.map((process) => process.stop()))
      await db.close()
      await stopRedis(redis)
      await s3.close()
      await Promise.all(networks.map((network) => network.stop()))
      await replicated.stop()
      await disk.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

// A directory on a separate disk that can be filled. That requires permission to mount a file system; without it, an
// ordinary directory is used.

const run = promisify(execFile)
const sizeBytes = 8 * 1024 * 1024

type SmallDisk = {
  directory: string
  canBeFilled: boolean
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

async function smallDisk(parent: string): Promise<SmallDisk> {
  const directory = join(parent, 'data')
  await mkdir(directory)
  const mount = ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0755`, 'tmpfs', directory]
  const canBeFilled = await run('mount', mount).then(
    () => true,
    () => false,
  )
  const filler = join(directory, 'filler')
  return {
    directory,
    canBeFilled,
    // Writes as much as fits, and then fails as intended.
    fill: () => writeFile(filler, Buffer.alloc(sizeBytes)).catch(() => undefined),
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      if (canBeFilled) await run('umount', ['--lazy', directory])
    },
  }
}
