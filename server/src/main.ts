// The program that bin/anden.js runs on the locked Node.
import { setFlagsFromString } from 'node:v8'
import { runProgram } from './commands/program.ts'

// Collects garbage when the heap has doubled since the last collection. By default V8 waits longer: this saves about a
// tenth of the memory, at the same CPU time per request (docs/decisions/0017-processes-and-traces.md).
setFlagsFromString('--heap-growing-percent=100')

// The reader of our output may exit before us (`| head`, a closed terminal). That must not abort the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await runProgram(process.argv.slice(2))
