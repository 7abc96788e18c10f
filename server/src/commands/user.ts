import { clientRoles, staffScopes } from '@anden/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { recordAudit } from '../audit/record.ts'
import { baseUrlOf } from '../config/settings.ts'
import type { Transaction } from '../db/pool.ts'
import { deleteSessions } from '../identity/sessions/queries.ts'
import { newPasswordLink } from '../identity/users/links.ts'
import { addUser, removeUser } from '../identity/users/manage.ts'
import { allUsers, deleteTwoFactor, userByEmail } from '../identity/users/queries.ts'
import { idArgument, scopeList } from './arguments.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

type CreateOptions = JsonOption & {
  email: string
  name: string
  client?: string
  role?: (typeof clientRoles)[number]
  staff?: boolean
  scopes?: string[]
}

const terminal = { actor: 'terminal', requestId: 'terminal' }

export function userCommands(program: Command) {
  const user = program.command('user').description('people who sign in: of a client, or of the staff')

  withJson(user.command('create').description('add a user; prints the invitation, which is mailed, too'))
    .requiredOption('--email <email>', 'what they sign in with')
    .requiredOption('--name <name>', 'their name')
    .option('--client <id>', 'the client they belong to', idArgument)
    .option('--role <role>', `with --client: ${clientRoles.join(' or ')}`, roleArgument)
    .option('--staff', 'they belong to the staff')
    .option(
      '--scopes <scopes>',
      `with --staff: comma-separated, of ${staffScopes.join(', ')} (default: all)`,
      scopeList(staffScopes),
    )
    .action(async (options: CreateOptions) => print(await createUser(options), options))

  withJson(user.command('list').description('list the users')).action(async (options: JsonOption) => {
    const users = await withDatabase((db) => db.rows(allUsers()))
    print(users, options, ['id', 'client_id', 'email', 'name', 'role', 'scopes', 'last_seen_at'])
  })

  withJson(
    user
      .command('reset')
      .description('print a link that sets a new password, and end their sessions')
      .argument('<email>', 'their e-mail address')
      .option('--second-factor', 'also remove their second factor'),
  ).action(async (email: string, options: JsonOption & { secondFactor?: boolean }) =>
    print(await resetUser(email, options.secondFactor ?? false), options),
  )

  withJson(
    user
      .command('remove')
      .description('remove a user; their sessions end at once')
      .argument('<email>', 'their e-mail address'),
  ).action(async (email: string, options: JsonOption) => {
    const id = await withUser(email, async (tx, found) => {
      await removeUser(tx, terminal, { id: found.id })
      return found.id
    })
    print({ id, email, removed: true }, options)
  })
}

function roleArgument(text: string): (typeof clientRoles)[number] {
  const role = clientRoles.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`it must be ${clientRoles.join(' or ')}`)
  return role
}

function createUser({ email, name, client, role, staff, scopes }: CreateOptions) {
  if ((staff ?? false) === (client !== undefined))
    throw new Error('say whose user it is: --client <id> or --staff')
  if (client !== undefined && !role)
    throw new Error(`say what they may do: --role ${clientRoles.join(' or ')}`)
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`"${email}" is not an e-mail address`)
  const place =
    client === undefined
      ? { client_id: null, role: 'staff' as const, scopes: scopes ?? [...staffScopes] }
      : { client_id: client, role: role ?? 'reader', scopes: [] }
  return withDatabase((db, config) =>
    db.transaction(async (tx) => {
      const added = await addUser(tx, terminal, { ...place, email, name }, baseUrlOf(config))
      return { id: added.user.id, email: added.user.email, role: added.user.role, link: added.link }
    }),
  )
}

const resetUser = (email: string, secondFactor: boolean) =>
  withUser(email, async (tx, user, baseUrl) => {
    await tx.run(deleteSessions(user.id))
    if (secondFactor) await tx.run(deleteTwoFactor(user.id))
    const link = await newPasswordLink(tx, user, baseUrl)
    await recordAudit(tx, terminal, {
      clientId: user.client_id,
      action: 'users.reset',
      subjectId: user.id,
      after: { second_factor_removed: secondFactor },
    })
    return { id: user.id, email: user.email, link }
  })

type Found = { id: string; email: string; name: string; client_id: string | null }

function withUser<Result>(
  email: string,
  work: (tx: Transaction, user: Found, baseUrl: string) => Promise<Result>,
): Promise<Result> {
  return withDatabase((db, config) =>
    db.transaction(async (tx) => {
      const user = await tx.maybeOne(userByEmail(email))
      if (!user) throw new Error(`there is no user ${email}: anden user list shows them`)
      return work(tx, user, baseUrlOf(config))
    }),
  )
}
