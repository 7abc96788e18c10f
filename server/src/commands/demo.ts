import type { Command } from 'commander'
import { baseUrlOf } from '../config/settings.ts'
import { demoCredentials } from '../demo/credentials.ts'
import { loadDemo } from '../demo/load.ts'
import { demoLogins } from '../demo/people.ts'
import { demoSettings } from '../demo/settings.ts'
import { openConfiguredSecrets } from '../secret-key/open-secrets.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

export function demoCommand(program: Command) {
  withJson(
    program.command('demo').description('load the demo data; running it again changes nothing'),
  ).action(async (options: JsonOption) => {
    const result = await withDatabase(async (db, config) => {
      const settings = demoSettings(config, await openConfiguredSecrets(db, config))
      const { loaded } = await loadDemo(db, settings, () => say('loading the demo data …'))
      const { apiKey, staffKey, password } = await demoCredentials(db, config.dataDir, baseUrlOf(config))
      return {
        loaded,
        api_key: apiKey,
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
