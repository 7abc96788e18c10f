// `anden serve --processes N`: a supervisor that runs N serving processes on one port. It migrates and prepares the database
// once before they start, keeps the embedded one running for all of them, and prints what they report.
import { type AddressInfo, createServer } from 'node:net'
import { availableConnections, poolSizes } from '../app/fleet/launch.ts'
import { joinFleet } from '../app/fleet/member.ts'
import { type Fleet, startFleet } from '../app/fleet/supervisor.ts'
import { createLog, logDestination } from '../app/log.ts'
import { startService } from '../app/start.ts'
import { openClaimedStorage } from '../attachments/storage.ts'
import { makeDataDir } from '../config/data-dir.ts'
import type { Config } from '../config/settings.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
import { say } from './output.ts'
import { stopOnSignal } from './stop-on-signal.ts'

type RunningFleet = Fleet & { database: Database }

export async function serveFleet(config: Config, demo: boolean): Promise<void> {
  const starting = start(config, demo)
  stopOnSignal(starting)
  const running = await starting
  // If nothing is running, the first process has reported why.
  if (running) await greet(running, config, demo)
  else process.exitCode = 1
}

async function start(config: Config, demo: boolean): Promise<RunningFleet | null> {
  await makeDataDir(config.dataDir)
  const log = createLog(config.logLevel, logDestination(), { process: 'supervisor' })
  const database = await openDatabase(config, {
    schema: 'migrate',
    say,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  try {
    // With a pooler, the pool connects to it, and it accepts more connections than the database.
    const available = config.databaseDirectUrl
      ? Number.POSITIVE_INFINITY
      : await availableConnections(database.db)
    const { perProcess, warning } = poolSizes(available, config)
    if (warning) say(warning)
    const fleet = await startFleet({
      processes: config.processes,
      maxConnections: perProcess,
      settings: await portSettings(config),
      commandLine: ['serve', '--roles', config.roles.join(','), ...(demo ? ['--demo'] : [])],
      log,
    })
    if (!fleet) {
      await database.close()
      return null
    }
    const stop = async () => {
      const isComplete = await fleet.stop()
      await database.close()
      log.flush()
      return isComplete
    }
    return { ...fleet, stop, database }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function portSettings({ host, port, opsPort }: Config): Promise<Record<string, string>> {
  const PORT = String(await fixedPort(host, port))
  return opsPort === null ? { PORT } : { PORT, OPS_PORT: String(await fixedPort(host, opsPort)) }
}

async function greet({ url, opsUrl, database, stop }: RunningFleet, config: Config, demo: boolean) {
  if (opsUrl) say(`probes and metrics: ${opsUrl}`)
  const processes = `${config.processes} processes`
  const hasApi = config.roles.includes('api')
  if (!demo)
    return say(
      hasApi
        ? `Andén is listening on ${url}, with ${processes}`
        : `Andén is running in ${processes}, without the API`,
    )
  try {
    const { startDemo } = await import('./demo.ts')
    const { db } = database
    const secrets = await openConfiguredSecrets(db, config)
    const files = await openClaimedStorage(config, db)
    await startDemo({ deps: { db, secrets, files }, url }, config).finally(() => files.close())
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The port itself, or for 0 a free one. It is chosen before the processes start: each would choose its own again when all of them
 * had ended. Where the address cannot be used, the first process says so.
 */
export function fixedPort(host: string, port: number): Promise<number> {
  if (port !== 0) return Promise.resolve(port)
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(port))
    server.listen(0, host, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
}

// `anden serve` as one of the processes that the supervisor has started.

export async function serveInFleet(config: Config, demo: boolean): Promise<void> {
  const member = joinFleet(process.env)
  if (!member) throw new Error('this process was not started by anden serve --processes')
  const logins = demo ? (await import('../demo/people.ts')).demoLogins : null
  const sayWhich = (line: string) => say(`process ${member.number}: ${line}`)
  const starting = startService(config, sayWhich, { demo: logins, member })
  let isStopping = false
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    const service = await starting.catch(() => null)
    service?.deps.log.info({ reason }, 'finishing requests in flight')
    await service?.stop()
    process.exit(service ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  member.onStop((reason) => void stop(reason))
  const { url, opsUrl } = await starting.catch((error: Error) => {
    // The channel to the supervisor keeps the process running. The error is reported first.
    setImmediate(() => process.exit(1))
    throw error
  })
  member.ready({ url, opsUrl })
}
