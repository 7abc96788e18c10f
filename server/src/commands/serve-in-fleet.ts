// `anden serve` as one of the processes that a supervisor has started: commands/serve-fleet.ts.
import { joinFleet } from '../app/fleet/member.ts'
import { startService } from '../app/start.ts'
import type { Config } from '../config/settings.ts'
import { say } from './output.ts'

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
