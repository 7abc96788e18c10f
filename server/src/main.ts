// The CLI (bin/anden.js runs it on the locked Node). One small file per command. A failure prints one line on standard
// error and exits with a non-zero code.
import { Command } from 'commander'
import { backupCommand } from './commands/backup.ts'
import { clientCommands } from './commands/client.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { jobCommands } from './commands/job.ts'
import { keyCommands } from './commands/key.ts'
import { listenCommand } from './commands/listen.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restoreCommand } from './commands/restore.ts'
import { secretCommands } from './commands/secret.ts'
import { serveCommand } from './commands/serve.ts'
import { staffKeyCommands } from './commands/staff-key.ts'
import { userCommands } from './commands/user.ts'
import { version } from './config/version.ts'

// The reader of our output may exit before us (`| head`, a closed terminal). That must not abort the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const program = new Command('anden')
  .description('Andén: the client portal of a distribution warehouse')
  .version(version, '--version', 'print the version')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: (text) => fail(commandLineFault(text)) })

for (const add of [
  serveCommand,
  migrateCommand,
  demoCommand,
  clientCommands,
  keyCommands,
  staffKeyCommands,
  userCommands,
  secretCommands,
  jobCommands,
  listenCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]) {
  add(program)
}

try {
  await program.parseAsync()
} catch (error) {
  fail((error as Error).message || String(error))
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
