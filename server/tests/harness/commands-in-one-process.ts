// Runs commands to their end as `anden` of command.ts does, but all of them in one process (command-host.ts), one after
// the other. A process per command takes 0.3 to 0.9 s of CPU time, nearly all for loading code. This proves the same as
// separate processes: that a command writes nothing but its own output, and that nothing keeps it from ending.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { anden, CommandResult, Settings } from './command.ts'
import { clearAfterFile } from './left-over.ts'

const script = fileURLToPath(new URL('./command-host.ts', import.meta.url))

export function commandsInOneProcess(): typeof anden {
  let host: ReturnType<typeof startHost> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (args, settings) => {
    host ??= startHost()
    const { run } = host
    const result = last.then(() => run(args, settings))
    last = result.catch(() => undefined)
    return result
  }
}

function startHost() {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const inherited = { PATH, HOME, ...(TMPDIR && { TMPDIR }), DASHBOARD: 'false' }
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'close')
  clearAfterFile(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const streams = child.stdio.slice(1, 3).map((stream) => untilNul(stream as Readable))

  async function run(args: readonly string[], settings: Settings): Promise<CommandResult> {
    const result = Promise.all([once(child, 'message'), ...streams.map((next) => next())])
    child.send({ args, settings: { ...inherited, ...settings } })
    const died = ended.then(() => {
      throw new Error(`the process of the commands ended at anden ${args.join(' ')}`)
    })
    const [[message], stdout, stderr] = (await Promise.race([result, died])) as [[Ended], string, string]
    const { code, keepsAlive } = message
    if (keepsAlive.length > 0) throw new Error(`anden ${args.join(' ')} would not end: ${keepsAlive}`)
    return { code, stdout, stderr }
  }
  return { run }
}

type Ended = { code: number; keepsAlive: string[] }

/** Reads everything up to the next NUL. */
function untilNul(stream: Readable): () => Promise<string> {
  let text = ''
  let waiting: ((part: string) => void) | undefined
  const settle = () => {
    const end = text.indexOf('\0')
    if (end === -1 || !waiting) return
    waiting(text.slice(0, end))
    waiting = undefined
    text = text.slice(end + 1)
  }
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part
    settle()
  })
  return () =>
    new Promise((resolve) => {
      waiting = resolve
      settle()
    })
}
