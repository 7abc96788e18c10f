import type { Command } from 'commander'
import type { AppDeps } from '../app/deps.ts'
import { openClaimedStorage } from '../attachments/storage.ts'
import { baseUrlOf, type Config } from '../config/settings.ts'
import { loadDemo } from '../demo/load.ts'
import { type DemoCredentials, demoCredentials, demoLogins } from '../demo/people.ts'
import { fillDemoSandbox } from '../demo/sandbox.ts'
import { demoSettings } from '../demo/settings.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { sandboxSettings } from './sandbox-settings.ts'
import { withDatabase } from './with-database.ts'

export function demoCommand(program: Command) {
  withJson(
    program.command('demo').description('load the demo data; running it again changes nothing'),
  ).action(async (options: JsonOption) => {
    const result = await withDatabase(async (db, config) => {
      const secrets = await openConfiguredSecrets(db, config)
      const files = await openClaimedStorage(config, db)
      const settings = demoSettings(config, { secrets, files })
      const { loaded } = await loadDemo(db, settings, () => say('loading the demo data …')).finally(() =>
        files.close(),
      )
      const { apiKey, testKey, staffKey, password } = await demoCredentials(
        db,
        config.dataDir,
        baseUrlOf(config),
      )
      await fillDemoSandbox(db, sandboxSettings(config, secrets))
      return {
        loaded,
        api_key: apiKey,
        test_key: testKey,
        staff_key: staffKey,
        client_login: demoLogins.client,
        operator_login: demoLogins.operator,
        staff_login: demoLogins.warehouse,
        password,
      }
    })
    print(result, options)
  })
}

// What `anden serve --demo` adds to a service that is running: the demo data, and how to use it.

type DemoService = { deps: Pick<AppDeps, 'db' | 'secrets' | 'files'>; url: string }

export async function startDemo({ deps, url }: DemoService, config: Config) {
  await loadDemo(deps.db, demoSettings(config, deps), () => say(loadingDemo))
  const credentials = await demoCredentials(deps.db, config.dataDir, url)
  await fillDemoSandbox(deps.db, sandboxSettings(config, deps.secrets, url))
  say(welcome(url, config, credentials))
}

const loadingDemo = 'demo: loading the demo data, which takes a few seconds; the API is already available'

function welcome(
  url: string,
  { dashboard, roles }: Config,
  { apiKey, testKey, staffKey, password }: DemoCredentials,
): string {
  const hasPages = dashboard && roles.includes('api')
  return `
  Andén is running.

${hasPages ? `    Dashboard      ${url}\n` : ''}    Documentation  ${url}/docs
    API key        ${apiKey}
    Test key       ${testKey}
    Staff key      ${staffKey}
    Client login   ${demoLogins.client}  ${password}
    Operator login ${demoLogins.operator}  ${password}
    Staff login    ${demoLogins.warehouse}  ${password}

  Try it:

    curl -H 'Authorization: Bearer ${apiKey}' '${url}/api/v1/portal/stock?limit=3'
`
}
