// A running service: from settings to a listening server, and back down in good order.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openFileStorage } from './attachments/storage.ts'
import { baseUrlOf, type Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'
import type { Deps } from './deps.ts'
import type { Limiter } from './http/limits/limiter.ts'
import { memoryLimiter } from './http/limits/memory.ts'
import { redisLimiter } from './http/limits/redis.ts'
import { createLog } from './log.ts'
import { openDatabase } from './runtime.ts'
import { openConfiguredSecrets } from './secret-key/open-secrets.ts'
import { settledWithin } from './settled-within.ts'
import { createSender } from './webhooks/send.ts'
import { checkUrl } from './webhooks/url-rule.ts'
import { notifyOthers } from './webhooks/wake.ts'
import { startWork } from './work.ts'

const drainMs = 10_000
const closeMs = 1_000
const hangUpEveryMs = 50
const idempotencyWaitMs = 10_000

export type Service = { url: string; deps: Deps; stop(): Promise<void> }

export async function startService(config: Config, say: (line: string) => void): Promise<Service> {
  await makeDataDir(config.dataDir)
  const log = createLog(config.logLevel, pino.destination({ fd: 2, sync: false }))
  const database = await openDatabase(config, {
    schema: 'migrate',
    say,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const limiter = createLimiter(config, (err) =>
    log.warn({ err }, 'Redis is away: limits are kept per process'),
  )
  const files = await openFileStorage(config)
  const close = async () => {
    files.close()
    await limiter.close()
    await database.close()
    log.flush()
  }
  try {
    const { app, deps } = await startServer(config, { db: database.db, limiter, files, log })
    deps.db.onAnnounced(notifyOthers(deps))
    const work = config.roles.includes('worker') ? await startWork(deps, config) : null
    return {
      url: deps.baseUrl(),
      deps,
      async stop() {
        const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
        // A client keeps its connection open after the last answer; closing alone would wait for it.
        const hangUp = setInterval(() => app.server.closeIdleConnections(), hangUpEveryMs)
        await settledWithin(drainMs + closeMs, Promise.all([app.close(), work?.stop()]))
        clearTimeout(cut)
        clearInterval(hangUp)
        await deps.sender.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServer(config: Config, running: Pick<Deps, 'db' | 'limiter' | 'files' | 'log'>) {
  let port = config.port
  const deps: Deps = {
    ...running,
    secrets: await openConfiguredSecrets(running.db, config),
    clock: Date.now,
    baseUrl: () => baseUrlOf(config, port),
    rateLimits: config.rateLimits,
    timeZone: config.timeZone,
    webhooks: config.webhooks,
    sender: createSender(config.webhooks),
    urlRule: (url) => checkUrl(url, config.webhooks),
    idempotencyTtlSeconds: config.idempotencyTtlSeconds,
    idempotencyWaitMs,
    remitoPointOfSale: config.remitoPointOfSale,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    faults: [],
  }
  const app = await buildApp(deps)
  if (config.roles.includes('api')) {
    await app.listen({ host: config.host, port }).catch(async (error) => {
      await app.close()
      throw listenError(error, config)
    })
    port = (app.server.address() as AddressInfo).port
  }
  return { app, deps }
}

function createLimiter(config: Config, onError: (error: unknown) => void): Limiter {
  const local = memoryLimiter({ now: () => performance.now() })
  return config.redisUrl ? redisLimiter({ url: config.redisUrl, fallback: local, onError }) : local
}

function listenError(error: unknown, { host, port }: Config): Error {
  const { code } = error as { code?: string }
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop what uses it, or set PORT to another one`,
    EACCES: `no permission to listen on port ${port}: set PORT to 1024 or above`,
    EADDRNOTAVAIL: `this machine has no address ${host}: set HOST to one of its own, or to 0.0.0.0`,
    ENOTFOUND: `HOST ${host} is not known: set it to an address of this machine`,
  }
  return new Error(reasons[code ?? ''] ?? `cannot listen on ${host}:${port}: ${(error as Error).message}`)
}
