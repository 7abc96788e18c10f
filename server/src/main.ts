// What bin/anden.js runs on the locked Node.
import { setFlagsFromString } from 'node:v8'
import { runProgram } from './commands/program.ts'

// Garbage is collected when the heap has doubled since the last time. By default V8 waits longer: under the mixed load of the
// bench the process took 252 to 310 MB, with this 225 to 255, at the same CPU time per request.
setFlagsFromString('--heap-growing-percent=100')

// The reader of our output may exit before us (`| head`, a closed terminal). That must not abort the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await runProgram(process.argv.slice(2))
