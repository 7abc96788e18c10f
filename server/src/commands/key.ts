import { portalScopes } from '@anden/contract/values'
import type { Command } from 'commander'
import { issueApiKey } from '../identity/issue-keys.ts'
import { checkedName } from '../identity/names.ts'
import { allApiKeys, clientById, revokeApiKey } from '../identity/queries.ts'
import { idArgument, scopeList } from './arguments.ts'
import { type LimitOptions, limitsOf, withLimits } from './limit-options.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

type CreateOptions = JsonOption &
  LimitOptions & {
    client: string
    name: string
    scopes?: string[]
    allScopes?: boolean
  }

export function keyCommands(program: Command) {
  const key = program.command('key').description('manage the API keys of clients')

  withLimits(withJson(key.command('create').description('create a key; its token is shown only once')))
    .requiredOption('--client <id>', 'the client that owns the key', idArgument)
    .requiredOption('--name <name>', 'its purpose')
    .option('--scopes <scopes>', `comma-separated, of ${portalScopes.join(', ')}`, scopeList(portalScopes))
    .option('--all-scopes', 'all scopes')
    .action(async (options: CreateOptions) => print(await createKey(options), options))

  withJson(key.command('list').description('list the keys')).action(async (options: JsonOption) => {
    const keys = await withDatabase((db) => db.rows(allApiKeys()))
    print(keys, options, ['id', 'client_id', 'name', 'key_prefix', 'scopes', 'last_used_at', 'revoked_at'])
  })

  withJson(
    key
      .command('revoke')
      .description('revoke a key, effective immediately')
      .argument('<id>', 'its id', idArgument),
  ).action(async (id: string, options: JsonOption) => {
    const changed = await withDatabase((db) => db.run(revokeApiKey(id)))
    if (changed === 0) throw new Error(`there is no key ${id}: anden key list shows all keys`)
    print({ id, revoked: true }, options)
  })
}

function createKey(options: CreateOptions) {
  const scopes = options.allScopes ? portalScopes : options.scopes
  if (!scopes) throw new Error('--scopes a,b or --all-scopes is required')
  return withDatabase(async (db) => {
    if (!(await db.maybeOne(clientById(options.client)))) {
      throw new Error(`there is no client ${options.client}: anden client list shows all clients`)
    }
    return issueApiKey(db, {
      clientId: options.client,
      name: checkedName(options.name),
      scopes,
      rateLimits: limitsOf(options),
    })
  })
}
