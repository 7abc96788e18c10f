// The sandbox of a client: what it has, and a reset that is done when the command ends, with or without a running service.
import { type SandboxContent, sandboxContents } from '@anden/contract/values'
import { type Command, Option } from 'commander'
import type { Config } from '../config/settings.ts'
import type { Db } from '../db/database.ts'
import { describeSandbox } from '../sandbox/describe.ts'
import { sandboxIdOf, sandboxOfClient } from '../sandbox/queries.ts'
import { runReset } from '../sandbox/reset/run.ts'
import { startReset } from '../sandbox/reset/start.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
import { idArgument } from './arguments.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { sandboxSettings, today } from './sandbox-settings.ts'
import { withDatabase } from './with-database.ts'

/** In the audit log. */
const commandLine = { actor: 'command line', requestId: 'sandbox reset' }

export function sandboxCommands(program: Command) {
  const sandbox = program.command('sandbox').description('the sandboxes of clients')

  withJson(
    sandbox
      .command('show')
      .description("what a client's sandbox has, and until when it is kept")
      .argument('<client>', 'the id of the client', idArgument),
  ).action(async (clientId: string, options: JsonOption) =>
    print(await withDatabase((db, config) => shown(db, config, clientId)), options),
  )

  withJson(
    sandbox
      .command('reset')
      .description("delete what is in a client's sandbox, and fill it again; keys and webhooks stay")
      .argument('<client>', 'the id of the client', idArgument)
      .addOption(
        new Option('--data <data>', 'what it has afterwards').choices(sandboxContents).default('products'),
      ),
  ).action(async (clientId: string, options: JsonOption & { data: SandboxContent }) =>
    print(await withDatabase((db, config) => reset(db, config, clientId, options.data)), options),
  )
}

async function shown(db: Db, config: Config, clientId: string) {
  const row = await db.maybeOne(sandboxOfClient(clientId))
  if (!row) throw new Error(noSandbox(clientId))
  const { used, limits: _limits, reset: last, ...described } = describeSandbox(row, today(config))
  return {
    ...described,
    ...used,
    keys: row.keys,
    last_reset: last ? last.data : null,
    reset_state: last ? last.state : null,
    reset_problem: last?.problem?.detail ?? null,
  }
}

async function reset(db: Db, config: Config, clientId: string, data: SandboxContent) {
  const sandbox = await db.maybeOne(sandboxIdOf(clientId))
  if (!sandbox) throw new Error(noSandbox(clientId))
  const secrets = await openConfiguredSecrets(db, config)
  const settingsOf = sandboxSettings(config, secrets)
  await db.transaction((tx) => startReset(tx, commandLine, sandbox.id, data))
  await runReset({ db, settingsOf, now: Date.now }, sandbox.id)
  return shown(db, config, clientId)
}

const noSandbox = (clientId: string) =>
  `there is no sandbox of a client ${clientId}: anden client list shows all clients, anden key create --sandbox creates one`
