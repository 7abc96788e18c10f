// A process that runs one command after the other, for the tests: what a command writes is followed by a NUL on both
// streams, and its exit code is sent to the parent together with what still keeps the process alive.
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from '../../src/commands/program.ts'

const pollMs = 5
const patienceMs = 20_000

// Opened now, so that they exist before any command.
for (const stream of [process.stdout, process.stderr]) stream.write('')

let before: readonly string[] = []

process.on('message', async ({ args, settings }: { args: string[]; settings: NodeJS.ProcessEnv }) => {
  before = process.getActiveResourcesInfo()
  process.env = { ...settings }
  process.exitCode = undefined
  await runProgram(args)
  const keepsAlive = await leftAlive()
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  for (const stream of [process.stdout, process.stderr]) stream.write('\0')
  process.send?.({ code, keepsAlive })
})

/** Connections, timers and files that the command has left open: they would keep its own process from ending. */
async function leftAlive(): Promise<string[]> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const more = process.getActiveResourcesInfo()
    for (const name of before) if (more.includes(name)) more.splice(more.indexOf(name), 1)
    if (more.length === 0 || performance.now() > deadline) return more
    await sleep(pollMs, undefined, { ref: false })
  }
}
