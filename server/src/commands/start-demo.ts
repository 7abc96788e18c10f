// What `anden serve --demo` adds to a service that is running: the demo data, and how to use it.

import type { Config } from '../config/settings.ts'
import { type DemoCredentials, demoCredentials } from '../demo/credentials.ts'
import { loadDemo } from '../demo/load.ts'
import { demoLogins } from '../demo/people.ts'
import { demoSettings } from '../demo/settings.ts'
import type { Deps } from '../deps.ts'
import { say } from './output.ts'

type DemoService = { deps: Pick<Deps, 'db' | 'secrets'>; url: string }

export async function startDemo({ deps, url }: DemoService, config: Config) {
  await loadDemo(deps.db, demoSettings(config, deps.secrets), () => say(loadingDemo))
  say(welcome(url, config, await demoCredentials(deps.db, config.dataDir, url)))
}

const loadingDemo = 'demo: loading the demo data, which takes a few seconds; the API is already available'

function welcome(
  url: string,
  { dashboard, roles }: Config,
  { apiKey, staffKey, password }: DemoCredentials,
): string {
  const hasPages = dashboard && roles.includes('api')
  return `
  Andén is running.

${hasPages ? `    Dashboard      ${url}\n` : ''}    Documentation  ${url}/docs
    API key        ${apiKey}
    Staff key      ${staffKey}
    Client login   ${demoLogins.client}  ${password}
    Operator login ${demoLogins.operator}  ${password}
    Staff login    ${demoLogins.warehouse}  ${password}

  Try it:

    curl -H 'Authorization: Bearer ${apiKey}' '${url}/api/v1/portal/stock?limit=3'
`
}
