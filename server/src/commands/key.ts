// Keys of clients and of the staff.
import { portalScopes, staffScopes } from '@anden/contract/values'
import type { Command } from 'commander'
import { checkedName } from '../identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../identity/issue-keys.ts'
import { allApiKeys, allStaffKeys, clientById, revokeApiKey, revokeStaffKey } from '../identity/queries.ts'
import { createSandbox } from '../sandbox/create.ts'
import { idArgument, integerArgument, scopeList } from './arguments.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

/** In the audit log. */
const commandLine = { actor: 'command line', requestId: 'key create' }

type CreateOptions = JsonOption &
  LimitOptions & {
    client: string
    name: string
    scopes?: string[]
    allScopes?: boolean
    sandbox?: boolean
  }

export function keyCommands(program: Command) {
  const key = program.command('key').description('manage the API keys of clients')

  withLimits(withJson(key.command('create').description('create a key; its token is shown only once')))
    .requiredOption('--client <id>', 'the client that owns the key', idArgument)
    .requiredOption('--name <name>', 'its purpose')
    .option('--scopes <scopes>', `comma-separated, of ${portalScopes.join(', ')}`, scopeList(portalScopes))
    .option('--all-scopes', 'all scopes')
    .option('--sandbox', "a test key, for the client's sandbox, which is created if there is none")
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
    const request = { name: checkedName(options.name), scopes, rateLimits: limitsOf(options) }
    return db.transaction(async (tx) => {
      const clientId = options.sandbox ? await createSandbox(tx, commandLine, options.client) : options.client
      return issueApiKey(tx, { ...request, clientId })
    })
  })
}

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

// The rate-limit options of a key, the same for client keys and staff keys.
export type LimitOptions = { readPerHour?: number; writePerHour?: number; burstPerMinute?: number }

export function withLimits(command: Command): Command {
  const limit = integerArgument(1, 1_000_000)
  return command
    .option('--read-per-hour <n>', 'overrides the default limit of reads', limit)
    .option('--write-per-hour <n>', 'overrides the default limit of writes', limit)
    .option('--burst-per-minute <n>', 'overrides the default limit of all requests', limit)
}

export function limitsOf({ readPerHour, writePerHour, burstPerMinute }: LimitOptions) {
  return { read_per_hour: readPerHour, write_per_hour: writePerHour, burst_per_minute: burstPerMinute }
}
