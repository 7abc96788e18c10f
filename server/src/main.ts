// The CLI (bin/anden.js runs it on the locked Node). One small file per command. A failure prints one line on standard
// error and exits with a non-zero code.
import { Command } from 'commander'
import { version } from './config/version.ts'

// The reader of our output may exit before us (`| head`, a closed terminal). That must not abort the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const program = new Command('anden')
  .description('Andén: the client portal of a distribution warehouse')
  .version(version, '--version', 'print the version')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: (text) => fail(commandLineFault(text)) })

// A command loads only what it needs: `anden key list` starts in half the time that all of them take.
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  dashboard: async () => (await import('./commands/dashboard.ts')).dashboardCommands,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  client: async () => (await import('./commands/client.ts')).clientCommands,
  key: async () => (await import('./commands/key.ts')).keyCommands,
  'staff-key': async () => (await import('./commands/staff-key.ts')).staffKeyCommands,
  user: async () => (await import('./commands/user.ts')).userCommands,
  secret: async () => (await import('./commands/secret.ts')).secretCommands,
  job: async () => (await import('./commands/job.ts')).jobCommands,
  listen: async () => (await import('./commands/listen.ts')).listenCommand,
  trigger: async () => (await import('./commands/trigger.ts')).triggerCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}

try {
  await addCommands(process.argv[2] ?? '')
  await program.parseAsync()
} catch (error) {
  fail((error as Error).message || String(error))
}

/** The named one. Help, and the message about an unknown one, need all of them. */
async function addCommands(name: string) {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined
  for (const load of named ? [named] : Object.values(commands)) (await load())(program)
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
