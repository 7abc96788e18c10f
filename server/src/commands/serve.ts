import type { Command } from 'commander'
import type { Service } from '../app/start.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { warehouseOfDemo } from '../demo/warehouse.ts'
import { say } from './output.ts'
import { watchStarter } from './starter.ts'

export function serveCommand(program: Command) {
  program
    .command('serve')
    .description('run the API and the webhook worker')
    .option('--roles <roles>', 'roles of this process: api, worker or both (default: ROLES)')
    .option('--demo', 'load the demo data and print how to use it')
    .action(async (options: { roles?: string; demo?: boolean }) => {
      const demo = options.demo ?? false
      const config = configFor(options.roles, demo)
      warnAboutPrivateWebhooks(config, demo)
      // Imported after the settings are read: a mistake in them is reported without loading the service.
      const { startService } = await import('../app/start.ts')
      const logins = demo ? (await import('../demo/people.ts')).demoLogins : null
      const starting = startService(config, say, { demo: logins })
      stopOnSignal(starting)
      await greet(await starting, config, demo)
    })
}

/** The demo allows webhooks to loopback, so that `anden listen` works at once, and invents a warehouse for remitos. */
function configFor(roles: string | undefined, demo: boolean): Config {
  const config = readConfig(roles ? { ...process.env, ROLES: roles } : process.env)
  if (!demo) return config
  const webhooks = { ...config.webhooks, allowPrivate: true }
  return { ...config, webhooks, warehouse: warehouseOfDemo(config) }
}

function warnAboutPrivateWebhooks({ webhooks }: Config, demo: boolean) {
  if (!webhooks.allowPrivate) return
  say(
    demo
      ? 'demo: webhooks to http and private addresses are allowed, including this machine'
      : 'WARNING: WEBHOOK_ALLOW_PRIVATE is on: webhooks to http and private addresses are allowed. For development only.',
  )
}

/** Also during the start: an aborted start would leave its database running. */
function stopOnSignal(starting: Promise<Service>) {
  let stopping = false
  const stop = async (signal: string) => {
    // npm forwards a Ctrl-C that the terminal has already sent to us.
    if (stopping) return
    stopping = true
    say(`${signal}: finishing requests in flight`)
    const service = await starting.catch(() => null)
    await service?.stop()
    process.exit(service ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  watchStarter(process.env, () => void stop('the parent process has exited'))
}

async function greet(service: Service, config: Config, demo: boolean) {
  const api = config.roles.includes('api')
  if (service.opsUrl) say(`probes and metrics: ${service.opsUrl}`)
  if (!demo) return say(api ? `Andén is listening on ${service.url}` : 'Andén is running, without the API')
  try {
    const { startDemo } = await import('./start-demo.ts')
    await startDemo(service, config)
  } catch (error) {
    await service.stop()
    throw error
  }
}
