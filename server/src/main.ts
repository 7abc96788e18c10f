// What bin/anden.js runs on the locked Node.
import { runProgram } from './commands/program.ts'

// The reader of our output may exit before us (`| head`, a closed terminal). That must not abort the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await runProgram(process.argv.slice(2))
