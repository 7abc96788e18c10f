import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { demoCredentials } from '../demo/credentials.ts'
import { loadDemo } from '../demo/load.ts'
import { startService } from '../service.ts'
import { say } from './output.ts'

export function serveCommand(program: Command) {
  program
    .command('serve')
    .description('run the API and the webhook worker')
    .option('--roles <roles>', 'what this process does: api, worker or both (default: ROLES)')
    .option('--demo', 'load the demo data first, and print how to use it')
    .action(async (options: { roles?: string; demo?: boolean }) => {
      const config = readConfig(options.roles ? { ...process.env, ROLES: options.roles } : process.env)
      await serve(config, options.demo ?? false)
    })
}

async function serve(config: Config, demo: boolean) {
  const service = await startService(config, say)
  if (demo) {
    await loadDemo(service.deps.db)
    const { apiKey } = await demoCredentials(service.deps.db, config.dataDir)
    say(welcome(service.url, apiKey))
  } else {
    say(`Andén is listening on ${service.url}`)
  }

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    say(`${signal}: finishing what is in flight`)
    await service.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

function welcome(url: string, apiKey: string): string {
  return `
  Andén is running.

    API reference  ${url}/docs
    API key        ${apiKey}

  Try it:

    curl -H 'Authorization: Bearer ${apiKey}' '${url}/api/v1/portal/stock?limit=3'
`
}
