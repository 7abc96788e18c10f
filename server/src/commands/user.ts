import { isSignInEmail } from '@anden/contract/validation'
import {
  clientRoles,
  isPersonName,
  maxPersonNameLength,
  normalPersonName,
  staffScopes,
} from '@anden/contract/values'
import { type Command, InvalidArgumentError } from 'commander'
import { recordAudit } from '../audit/record.ts'
import { baseUrlOf } from '../config/settings.ts'
import type { Transaction } from '../db/transaction.ts'
import { clientById } from '../identity/queries.ts'
import { deleteSessions } from '../identity/sessions/queries.ts'
import { type LinkSettings, replaceLinks } from '../identity/users/links.ts'
import { addUser, removeUser } from '../identity/users/manage.ts'
import { allUsers, deleteTwoFactor, userByEmail } from '../identity/users/queries.ts'
import { ProblemError } from '../problem.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
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

const terminal = { actor: 'terminal', requestId: 'terminal', user: null }

const roles = `${clientRoles.slice(0, -1).join(', ')} or ${clientRoles.at(-1)}`

export function userCommands(program: Command) {
  const user = program.command('user').description('users, who sign in: those of clients, and the staff')

  withJson(
    user.command('create').description('add a user; prints the link of the invitation, which is mailed, too'),
  )
    .requiredOption('--email <email>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'name of the person')
    .option('--client <id>', 'client that the user belongs to', idArgument)
    .option('--role <role>', `with --client: ${roles}`, roleArgument)
    .option('--staff', 'the user belongs to the staff')
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
      .description("end a user's sessions, and print a link to set a new password")
      .argument('<email>', 'e-mail address of the user')
      .option('--second-factor', 'also remove the second factor'),
  ).action(async (email: string, options: JsonOption & { secondFactor?: boolean }) =>
    print(await resetUser(email, options.secondFactor ?? false), options),
  )

  withJson(
    user
      .command('remove')
      .description('remove a user, whose sessions end at once')
      .argument('<email>', 'e-mail address of the user'),
  ).action(async (email: string, options: JsonOption) => {
    const removed = await inTransaction(async (tx) => {
      const user = await requireUser(tx, email)
      await removeUser(tx, terminal, { id: user.id })
      return { id: user.id, email: user.email, removed: true }
    })
    print(removed, options)
  })
}

function personNameOf(given: string): string {
  const name = normalPersonName(given)
  if (name === '' || [...name].length > maxPersonNameLength || !isPersonName(name))
    throw new Error(
      `--name must be one line of 1 to ${maxPersonNameLength} characters, without an address: no "/", ":" or "@", and no dot inside a word`,
    )
  return name
}

function roleArgument(text: string): (typeof clientRoles)[number] {
  const role = clientRoles.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`it must be ${roles}`)
  return role
}

function createUser({ email, name, client, role, staff, scopes }: CreateOptions) {
  if ((staff ?? false) === (client !== undefined))
    throw new Error('a user belongs to a client or to the staff: use either --client <id> or --staff')
  if (client !== undefined && !role) throw new Error(`a user of a client needs a role: --role ${roles}`)
  if (client !== undefined && scopes) throw new Error('--scopes is for the staff; use --role with --client')
  if (staff && role) throw new Error('--role is for users of a client; use --scopes with --staff')
  if (!isSignInEmail(email)) throw new Error(`"${email}" is not an e-mail address that can sign in`)
  const normalName = personNameOf(name)
  const place =
    client === undefined
      ? { client_id: null, role: 'staff' as const, scopes: scopes ?? [...staffScopes] }
      : { client_id: client, role: role ?? 'reader', scopes: [] }
  return inTransaction(async (tx, settings) => {
    if (client !== undefined && !(await tx.maybeOne(clientById(client))))
      throw new Error(`there is no client ${client}: anden client list shows all clients`)
    const { user, link } = await addUser(tx, terminal, { ...place, email, name: normalName }, settings)
    return { id: user.id, email: user.email, role: user.role, link }
  })
}

const resetUser = (email: string, secondFactor: boolean) =>
  inTransaction(async (tx, settings) => {
    const user = await requireUser(tx, email)
    await tx.run(deleteSessions(user.id))
    if (secondFactor) await tx.run(deleteTwoFactor(user.id))
    const { url } = await replaceLinks(tx, user.id, settings)
    recordAudit(tx, terminal, {
      clientId: user.client_id,
      action: 'users.reset',
      subjectId: user.id,
      after: { second_factor_removed: secondFactor },
    })
    return { id: user.id, email: user.email, link: url }
  })

async function requireUser(tx: Transaction, email: string) {
  const user = await tx.maybeOne(userByEmail(email))
  if (!user) throw new Error(`there is no user ${email}: anden user list shows all users`)
  return user
}

function inTransaction<Result>(
  work: (tx: Transaction, settings: LinkSettings) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (db, config) => {
    const settings = { secrets: await openConfiguredSecrets(db, config), baseUrl: baseUrlOf(config) }
    return db.transaction((tx) => work(tx, settings)).catch(withoutCode)
  })
}

/** On the terminal, the problem's text is enough. */
function withoutCode(error: unknown): never {
  throw error instanceof ProblemError ? new Error(error.details.detail) : error
}
