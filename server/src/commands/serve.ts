import type { Command } from 'commander'
import { ownPlace } from '../app/fleet/channel.ts'
import type { Service } from '../app/start.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { warehouseOfDemo } from '../demo/settings.ts'
import { say } from './output.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export function serveCommand(program: Command) {
  program
    .command('serve')
    .description('run the API and the webhook worker')
    .option('--roles <roles>', 'roles of this process: api, worker or both (default: ROLES)')
    .option(
      '--processes <count>',
      'processes that share the port, or max for one per core (default: PROCESSES)',
    )
    .option('--demo', 'load the demo data and print how to use it')
    .action(async (options: ServeOptions) => {
      const demo = options.demo ?? false
      const config = configFor(options, demo)
      if (ownPlace(process.env)) return (await import('./serve-fleet.ts')).serveInFleet(config, demo)
      warnAboutPrivateWebhooks(config, demo)
      if (config.processes > 1) return (await import('./serve-fleet.ts')).serveFleet(config, demo)
      // Imported after the settings are read: a mistake in them is reported without loading the service.
      const { startService } = await import('../app/start.ts')
      const logins = demo ? (await import('../demo/people.ts')).demoLogins : null
      const starting = startService(config, say, { demo: logins })
      stopOnSignal(starting)
      await greet(await starting, config, demo)
    })
}

type ServeOptions = { roles?: string; processes?: string; demo?: boolean }

/** The demo allows webhooks to loopback, so that `anden listen` works at once, and invents a warehouse for remitos. */
function configFor({ roles: ROLES, processes: PROCESSES }: ServeOptions, demo: boolean): Config {
  const config = readConfig({
    ...process.env,
    ...(ROLES === undefined ? {} : { ROLES }),
    ...(PROCESSES === undefined ? {} : { PROCESSES }),
  })
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

async function greet(service: Service, config: Config, demo: boolean) {
  const api = config.roles.includes('api')
  if (service.opsUrl) say(`probes and metrics: ${service.opsUrl}`)
  if (!demo) return say(api ? `Andén is listening on ${service.url}` : 'Andén is running, without the API')
  try {
    const { startDemo } = await import('./demo.ts')
    await startDemo(service, config)
  } catch (error) {
    await service.stop()
    throw error
  }
}
