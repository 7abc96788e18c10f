import { staffScopes } from '@anden/contract/values'
import type { Command } from 'commander'
import { issueStaffKey } from '../identity/issue-keys.ts'
import { checkedName } from '../identity/names.ts'
import { allStaffKeys, revokeStaffKey } from '../identity/queries.ts'
import { idArgument, scopeList } from './arguments.ts'
import { type LimitOptions, limitsOf, withLimits } from './limit-options.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

export function staffKeyCommands(program: Command) {
  const staffKey = program
    .command('staff-key')
    .description("manage the keys of the warehouse's staff and systems")

  withLimits(withJson(staffKey.command('create').description('create a key; its token is shown only once')))
    .requiredOption('--name <name>', 'its owner')
    .option(
      '--scopes <scopes>',
      `comma-separated, of ${staffScopes.join(', ')} (default: all)`,
      scopeList(staffScopes),
    )
    .action(async (options: JsonOption & LimitOptions & { name: string; scopes?: string[] }) => {
      const { name, scopes = staffScopes } = options
      print(
        await withDatabase((db) =>
          issueStaffKey(db, { name: checkedName(name), scopes, rateLimits: limitsOf(options) }),
        ),
        options,
      )
    })

  withJson(staffKey.command('list').description('list the keys')).action(async (options: JsonOption) => {
    const keys = await withDatabase((db) => db.rows(allStaffKeys()))
    print(keys, options, ['id', 'name', 'key_prefix', 'scopes', 'last_used_at', 'revoked_at'])
  })

  withJson(
    staffKey
      .command('revoke')
      .description('revoke a key, effective immediately')
      .argument('<id>', 'its id', idArgument),
  ).action(async (id: string, options: JsonOption) => {
    const changed = await withDatabase((db) => db.run(revokeStaffKey(id)))
    if (changed === 0) throw new Error(`there is no staff key ${id}: anden staff-key list shows all keys`)
    print({ id, revoked: true }, options)
  })
}
