// Every measured server, and everything that writes during a measurement, runs in a separate process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RunScope } from './run-scope.ts'

export type Child = { pid: number; process: ChildProcess }
type Launch = { script: URL; args?: string[]; env?: Record<string, string> }

/** Starts a script of the bench. It takes one setup message and sends one back when it is ready. */
export async function startScript<Ready>(
  scope: RunScope,
  script: URL,
  setup: object,
): Promise<Child & { ready: Ready }> {
  const child = start(scope, { script })
  child.process.send(setup)
  const [ready] = await firstOf(child, once(child.process, 'message'))
  return { ...child, ready: ready as Ready }
}

/** Starts a program that prints its listening address on standard error. */
export async function startListener(scope: RunScope, launch: Launch): Promise<Child & { url: string }> {
  const child = start(scope, launch)
  const url = await firstOf(child, announcedUrl(child.process))
  return { ...child, url }
}

function start(scope: RunScope, { script, args, env }: Launch): Child {
  const child = fork(fileURLToPath(script), args, {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.on('error', () => undefined)
  scope.onClose(() => end(child))
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

/** Rejects with the end of standard error if the process exits first. */
async function firstOf<Result>({ process: child }: Child, awaited: Promise<Result>): Promise<Result> {
  let stderrTail = ''
  child.stderr?.on('data', (text: Buffer) => {
    stderrTail = (stderrTail + text).slice(-2000)
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a process of the bench exited (${code ?? signal}): ${stderrTail}`)
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
