// The CLI: one small file per command. A failure prints one line on standard error and sets a non-zero exit code; the
// process ends by itself, when nothing that it has opened is left.
import { Command, CommanderError } from 'commander'
import { version } from '../config/version.ts'

type AddTo = (program: Command) => void

// A command loads only what it needs: `anden key list` starts in half the time that all of them take.
const commands: Record<string, () => Promise<AddTo>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  dashboard: async () => (await import('./dashboard.ts')).dashboardCommands,
  demo: async () => (await import('./demo.ts')).demoCommand,
  client: async () => (await import('./client.ts')).clientCommands,
  key: async () => (await import('./key.ts')).keyCommands,
  'staff-key': async () => (await import('./key.ts')).staffKeyCommands,
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommands,
  user: async () => (await import('./user.ts')).userCommands,
  secret: async () => (await import('./secret.ts')).secretCommands,
  job: async () => (await import('./job.ts')).jobCommands,
  listen: async () => (await import('./listen.ts')).listenCommand,
  trigger: async () => (await import('./trigger.ts')).triggerCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}

/** Runs the command that the arguments name. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('anden')
    .description('Andén: the client portal of a distribution warehouse')
    .version(version, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text) => fail(commandLineFault(text)) })
    .exitOverride()
  try {
    for (const load of needed(args[0] ?? '')) (await load())(program)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode
    else fail((error as Error).message || String(error))
  }
}

/** Returns the named command. Help and the message about an unknown command need all of them; the version needs none. */
function needed(name: string) {
  if (name === '--version') return []
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined
  return named ? [named] : Object.values(commands)
}

function commandLineFault(text: string): string {
  return `${text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')} (anden --help lists the commands)`
}

function fail(message: string) {
  for (const line of message.trim().split('\n')) process.stderr.write(`anden: ${line}\n`)
  process.exitCode = 1
}
