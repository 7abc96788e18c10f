import type { Command } from 'commander'
import { rotateSecretKey } from '../secret-key/rotate.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

export function secretCommands(program: Command) {
  const secret = program.command('secret').description('the key that webhook secrets are encrypted with')
  withJson(
    secret
      .command('rotate')
      .description('re-encrypt everything with a new SECRET_KEY, while the service runs'),
  ).action(async (options: JsonOption) => {
    const result = await withDatabase(async (db, config) => {
      const resealed = await rotateSecretKey(db, config)
      say(
        config.secretKey === null
          ? 'everything is encrypted with a new key'
          : 'everything is encrypted with SECRET_KEY: PREVIOUS_SECRET_KEY can be removed',
      )
      return resealed
    })
    if (result.unreadable > 0) {
      say(
        `${result.unreadable} webhook endpoints have a secret that neither key can decrypt: rotate those secrets`,
      )
    }
    print(result, options)
  })
}
