// Starts the service, from settings to a listening server, and shuts it down gracefully. A start that fails closes
// whatever it has opened, so that the process can exit.
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openClaimedStorage } from '../attachments/storage.ts'
import { makeDataDir } from '../config/data-dir.ts'
import { baseUrlOf, type Config } from '../config/settings.ts'
import { openDashboard, ownWorkspace } from '../dashboard/build.ts'
import { openDatabase } from '../db/open.ts'
import { withTimeout } from '../db/with-timeout.ts'
import type { DemoLogins } from '../deps.ts'
import { eventOrigins } from '../events/origins.ts'
import type { Limiter } from '../http/admission/limits/limiter.ts'
import { memoryLimiter } from '../http/admission/limits/memory.ts'
import { renderedDocuments } from '../http/reads/documents/documents.ts'
import { renderThreads } from '../http/reads/documents/render-threads.ts'
import { scryptPasswords } from '../identity/passwords.ts'
import { adoptTimeZone } from '../overview/time-zone.ts'
import { firstBookOfSettings } from '../remitos/books/enter.ts'
import { createRequestLog } from '../requests/request-log.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'
import { checkUrl } from '../webhooks/guard.ts'
import { notifyOthers, onDueDeliveries } from '../webhooks/hand-over.ts'
import { createSender } from '../webhooks/send.ts'
import type { AppDeps } from './deps.ts'
import type { Member } from './fleet/member.ts'
import { createLog, type Log, logDestination } from './log.ts'
import { templatesScript } from './print/templates.ts'

const drainMs = 10_000
const closeMs = 1_000
const closeIdleEveryMs = 50
const idempotencyWaitMs = 10_000

export type Service = {
  url: string
  /** The URL of the probes and metrics, if they have a separate port. */
  opsUrl: string | null
  deps: AppDeps
  stop(): Promise<void>
}

export async function startService(
  config: Config,
  say: (line: string) => void,
  { demo = null, member = null }: { demo?: DemoLogins | null; member?: Member | null } = {},
): Promise<Service> {
  await makeDataDir(config.dataDir)
  const log = createLog(config.logLevel, logDestination(), member && { process: member.number })
  const resources = closeStack()
  const running = closeStack()
  const servers: ListeningApp[] = []
  const stop = async () => {
    await drain(servers, running)
    await resources.closeAll()
    log.flush()
  }
  try {
    const { deps, setPort } = await openDeps(config, { say, log, resources, demo, member })
    // Loaded only now: a start that is refused for its database or its secret needs a third of the code.
    const [{ buildApp, buildOpsApp }, { startBackgroundWork }] = await Promise.all([
      import('./app.ts'),
      import('./background-work.ts'),
    ])
    async function listen(app: FastifyInstance, setting: 'PORT' | 'OPS_PORT', port: number) {
      servers.push({ app, connections: connectionsOf(app) })
      await listenOn(app, { host: config.host, port, setting })
      return (app.server.address() as AddressInfo).port
    }
    if (config.roles.includes('api')) setPort(await listen(await buildApp(deps), 'PORT', config.port))
    onDueDeliveries(deps.db, notifyOthers(deps))
    if (config.roles.includes('worker')) {
      const work = await startBackgroundWork(deps, config)
      running.add(() => work.stop())
    }
    const opsPort =
      config.opsPort === null ? null : await listen(buildOpsApp(deps), 'OPS_PORT', config.opsPort)
    const opsUrl = opsPort === null ? null : `http://${hostInUrl(config.host)}:${opsPort}`
    return { url: deps.baseUrl(), opsUrl, deps, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type ListeningApp = { app: FastifyInstance; connections: ReadonlySet<Socket> }

function connectionsOf({ server }: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/**
 * Stops accepting requests, and finishes those in flight. After `drainMs` their connections are reset: a response to
 * HTTP/1.0 ends with the connection, and if it were closed, half an export would look complete.
 */
async function drain(servers: readonly ListeningApp[], running: CloseStack) {
  const forceClose = setTimeout(() => {
    for (const socket of servers.flatMap(({ connections }) => [...connections])) socket.resetAndDestroy()
  }, drainMs)
  // Clients keep their connection open after the last response, and app.close() alone would wait for them.
  const closeIdle = setInterval(() => {
    for (const { app } of servers) app.server.closeIdleConnections()
  }, closeIdleEveryMs)
  const closing = [...servers.map(({ app }) => app.close()), running.closeAll()]
  await withTimeout(drainMs + closeMs, Promise.all(closing))
  clearTimeout(forceClose)
  clearInterval(closeIdle)
}

type OpenOptions = {
  say: (line: string) => void
  log: Log
  resources: CloseStack
  demo: DemoLogins | null
  /** null: the process was started alone. */
  member: Member | null
}

async function openDeps(config: Config, { say, log, resources, demo, member }: OpenOptions) {
  const tracing = config.tracing.endpoint
    ? (await import('./tracing/open.ts')).openTracing(config, log)
    : null
  if (tracing) resources.add(() => tracing.close())
  const database = await openDatabase(config, {
    schema: 'migrate',
    onConnect: tracing ? (await import('./tracing/open.ts')).traceStatements(tracing) : undefined,
    maxConnections: member?.maxConnections,
    say,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  resources.add(() => database.close())
  const { db } = database
  await adoptTimeZone(db, config.timeZone)
  await makeFirstBook(db, config, log)
  const secrets = await openConfiguredSecrets(db, config)
  const limiter = await openLimiter(config, log, member)
  resources.add(() => limiter.close())
  const files = await openClaimedStorage(config, db)
  resources.add(() => files.close())
  const plainSender = createSender(config.webhooks, (err) =>
    log.warn({ err }, 'unexpected error in a webhook attempt'),
  )
  const sender = tracing
    ? (await import('./tracing/open.ts')).tracedSender(plainSender, tracing, eventOrigins(db.quick))
    : plainSender
  resources.add(() => sender.close())
  const documents = renderedDocuments(renderThreads(templatesScript))
  resources.add(() => documents.close())
  const requestLog = createRequestLog({ db, clock: Date.now, log })
  resources.add(() => requestLog.close())
  const hasPages = config.dashboard && config.roles.includes('api')
  const dashboard = hasPages ? openDashboard({ workspace: ownWorkspace, say }) : null
  if (dashboard) resources.add(() => dashboard.close())
  let port = config.port
  const deps: AppDeps = {
    db,
    secrets,
    passwords: scryptPasswords(),
    limiter,
    documents,
    files,
    log,
    requestLog,
    clock: Date.now,
    baseUrl: () => baseUrlOf(config, port),
    rateLimits: config.rateLimits,
    timeZone: config.timeZone,
    webhooks: config.webhooks,
    sender,
    urlRule: (url) => checkUrl(url, config.webhooks),
    acceptancesKeptYears: config.acceptancesKeptYears,
    idempotencyTtlSeconds: config.idempotencyTtlSeconds,
    idempotencyWaitMs,
    remitoPointOfSale: config.remitoPointOfSale,
    warehouse: config.warehouse,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    demo,
    dashboard,
    tracing,
    fleet: member?.fleet ?? null,
    readinessChecks: [],
  }
  member?.report(deps.readinessChecks)
  const setPort = (actual: number) => {
    port = actual
  }
  return { deps, setPort }
}

async function makeFirstBook(db: AppDeps['db'], config: Config, log: Log) {
  const first = await firstBookOfSettings(db, config, warehouseDay(Date.now, config.timeZone)())
  if (first && 'made' in first) {
    log.info(
      { book: first.made },
      'made the first book of remitos of REMITO_CAI: the settings are not read again',
    )
  } else if (first) {
    log.warn(`made no book of remitos of the settings, so egresos are issued without a CAI: ${first.refused}`)
  }
}

/** Connects to Redis before anything else keeps this process busy, which could look like an unavailable Redis. */
async function openLimiter(config: Config, log: Log, member: Member | null): Promise<Limiter> {
  const local = memoryLimiter({ now: () => performance.now() })
  if (!config.redisUrl) return member ? member.sharedLimiter(local) : local
  const { redisLimiter } = await import('../http/admission/limits/redis.ts')
  const limiter = redisLimiter({
    url: config.redisUrl,
    fallback: local,
    onError: (err) => log.warn({ err }, 'Redis is unavailable: limits are kept per process'),
    onBack: () => log.info('Redis is back: limits are shared again'),
  })
  await limiter.started
  return limiter
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

type Address = { host: string; port: number; setting: 'PORT' | 'OPS_PORT' }

/** Rejects with the problem and the setting to change. */
async function listenOn(app: FastifyInstance, { host, port, setting }: Address): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop the program that uses it, or set ${setting} to another port`,
    EACCES: `no permission to listen on port ${port}: set ${setting} to 1024 or above`,
    EADDRNOTAVAIL: `this machine has no address ${host}: set HOST to one that it has, or to 0.0.0.0`,
    ENOTFOUND: `HOST ${host} cannot be resolved: set it to an address of this machine`,
  }
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`)
  })
}

/** Closes resources in the reverse order of opening. If one fails to close, the others are still closed. */
function closeStack() {
  const opened: (() => unknown)[] = []
  return {
    add(close: () => unknown) {
      opened.push(close)
    },
    async closeAll(): Promise<void> {
      for (const close of opened.splice(0).reverse()) {
        await Promise.resolve()
          .then(close)
          .catch(() => undefined)
      }
    },
  }
}
type CloseStack = ReturnType<typeof closeStack>
