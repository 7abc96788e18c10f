// Everything that is measured, and everything that writes meanwhile, is a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Stage } from './stage.ts'

export type Child = { pid: number; process: ChildProcess }
type Launch = { script: URL; args?: string[]; env?: Record<string, string> }

/** For scripts of the bench, which take one message and, once they are ready, answer with another. */
export async function startScript<Ready>(
  stage: Stage,
  script: URL,
  setup: object,
): Promise<Child & { ready: Ready }> {
  const child = start(stage, { script })
  child.process.send(setup)
  const [ready] = await firstOf(child, once(child.process, 'message'))
  return { ...child, ready: ready as Ready }
}

/** For programs that say on standard error where they listen. */
export async function startListener(stage: Stage, launch: Launch): Promise<Child & { url: string }> {
  const child = start(stage, launch)
  const url = await firstOf(child, announcedUrl(child.process))
  return { ...child, url }
}

function start(stage: Stage, { script, args, env }: Launch): Child {
  const child = fork(fileURLToPath(script), args, {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.on('error', () => undefined)
  stage.onClose(() => end(child))
  return { pid: child.pid ?? 0, process: child }
}

async function announcedUrl({ stderr }: ChildProcess): Promise<string> {
  if (stderr) {
    for await (const line of createInterface(stderr)) {
      const [, port] = /listening on http:\/\/[^\s:]+:(\d+)/.exec(line) ?? []
      if (port) {
        stderr.resume()
        return `http://127.0.0.1:${port}`
      }
    }
  }
  return new Promise(() => undefined)
}

/** What is awaited, or the reason why it will never come. */
async function firstOf<Result>({ process: child }: Child, awaited: Promise<Result>): Promise<Result> {
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text).slice(-2000)
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process of the bench ended (${code ?? signal}): ${complaint}`)
  })
  ended.catch(() => undefined)
  return Promise.race([awaited, ended])
}

const graceMs = 5_000

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}
