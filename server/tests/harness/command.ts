// The program as people run it: as a separate process, with only the given settings.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { clearAfterFile } from './left-over.ts'
import { until } from './until.ts'

const children: ChildProcess[] = []

const endChildren = () => Promise.all(children.splice(0).map(endChild))

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const workspace = fileURLToPath(new URL('../../../', import.meta.url))

export type Settings = Record<string, string>
export type CommandResult = { code: number | null; stdout: string; stderr: string }

/** Runs a command to its end. */
export async function anden(args: readonly string[], settings: Settings): Promise<CommandResult> {
  const { child, output } = start(args, settings)
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}

/** Runs a command with --json, which must succeed with one JSON value and nothing else on standard output. */
export async function andenJson(args: readonly string[], settings: Settings, run = anden) {
  const { code, stdout, stderr } = await run([...args, '--json'], settings)
  if (code !== 0) throw new Error(`anden ${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout) as ReturnType<typeof JSON.parse>
}

export type Running = {
  pid: number
  stdout(): string
  stderr(): string
  signal(name: 'SIGTERM' | 'SIGINT'): void
  /** undefined until it has ended and all its output was read; null if a signal ended it */
  exitCode(): number | null | undefined
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}
export type ServerProcess = Running & { url: string }

/** Starts a command that keeps running. */
export function launch(args: readonly string[], settings: Settings): Running {
  return running(start(args, settings))
}

/** Starts any program from the workspace's root, in a process group of its own as a terminal does. */
export function launchProgram(program: string, args: readonly string[], settings: Settings): Running {
  return running(startProgram(program, args, settings, { cwd: workspace, detached: true }))
}

function running({ child, output }: ReturnType<typeof startProgram>): Running {
  const ended = once(child, 'close')
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  if (child.pid === undefined) throw new Error('the process did not start')
  return {
    pid: child.pid,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    signal: (name) => void child.kill(name),
    exitCode: () => (hasEnded ? child.exitCode : undefined),
    async end(signal) {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** Starts `anden serve` on a free port, and resolves once it reports where it listens. */
export async function serve(settings: Settings, args: readonly string[] = []): Promise<ServerProcess> {
  return listening(launch(['serve', ...args], { PORT: '0', LOG_LEVEL: 'warn', ...settings }))
}

/** Resolves once the server among the started processes reports where it listens. */
export async function listening<Started extends Running>(started: Started): Promise<Started & ServerProcess> {
  const port = () => /https?:\/\/localhost:(\d+)/.exec(started.stderr())?.[1]
  await until('the server listens', () => port() !== undefined || started.exitCode() !== undefined)
  if (port() === undefined) throw new Error(`the server ended: ${started.stderr()}`)
  return { ...started, url: `http://127.0.0.1:${port()}` }
}

const start = (args: readonly string[], settings: Settings) =>
  startProgram(process.execPath, [main, ...args], settings)

function startProgram(
  program: string,
  args: readonly string[],
  settings: Settings,
  options: { cwd?: string; detached?: boolean } = {},
) {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, {
    ...options,
    env: {
      PATH,
      HOME,
      ...(TMPDIR ? { TMPDIR } : {}),
      ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
      // Other tests must not wait for a build, or share the machine with one.
      DASHBOARD: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  clearAfterFile(endChildren)
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return { child, output }
}

async function endChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}
