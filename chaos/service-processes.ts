// The processes of the service, each with its own port. A killed process is restarted, as a supervisor would do.
import { setTimeout as sleep } from 'node:timers/promises'
import { launch, listening, type Running, type Settings } from '../server/tests/harness/command.ts'
import { stablePort } from '../server/tests/harness/stable-port.ts'
import { until } from '../server/tests/harness/until.ts'

export type ServiceProcess = {
  readonly name: string
  readonly role: 'api' | 'worker'
  /** The URL of an API process. */
  readonly url: string
  pid(): number
  /** Sends SIGKILL, and starts a new process after a while, whose clock may be wrong. */
  kill(options: { downMs: number; clockSkewMs: number }): Promise<void>
  /** Sends SIGSTOP: the process neither works nor closes a connection. */
  freeze(ms: number): Promise<void>
  /** Unexpected exits, with the last output of the process. */
  crashes(): readonly string[]
  stop(): Promise<number | null>
}

const clock = new URL('./skewed-clock.ts', import.meta.url).href
const lastWords = 2000
const mostStarts = 60
const pauseBeforeStartMs = 500

export async function startServiceProcess(
  role: ServiceProcess['role'],
  name: string,
  settings: Settings,
): Promise<ServiceProcess> {
  const port = await stablePort()
  const crashes: string[] = []
  let isExpectedToEnd = false
  let current = await startOnce(0)
  let pendingChange = Promise.resolve()

  /** Retries, because a start fails while the database is unavailable. */
  async function start(clockSkewMs: number): Promise<Running> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startOnce(clockSkewMs)
      } catch (error) {
        if (attempt === mostStarts) throw error
        await sleep(pauseBeforeStartMs)
      }
    }
  }

  async function startOnce(clockSkewMs: number): Promise<Running> {
    const own = {
      ...settings,
      PORT: `${port}`,
      OPS_PORT: '0',
      ...(clockSkewMs ? { NODE_OPTIONS: `--import ${clock}`, CLOCK_SKEW_MS: `${clockSkewMs}` } : {}),
    }
    const started = launch(['serve', '--roles', role], own)
    const running = role === 'api' ? await listening(started) : await working(started)
    watch(running)
    return running
  }

  function watch(started: Running) {
    const timer = setInterval(() => {
      if (started.exitCode() === undefined) return
      clearInterval(timer)
      if (!isExpectedToEnd) crashes.push(started.stderr().slice(-lastWords))
    }, 50)
  }

  /** Serialises changes: a frozen process cannot be killed and restarted at the same time. */
  const change = (work: () => Promise<void>) => {
    pendingChange = pendingChange.then(work)
    return pendingChange
  }

  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    pid: () => current.pid,
    kill: ({ downMs, clockSkewMs }) =>
      change(async () => {
        isExpectedToEnd = true
        await current.end('SIGKILL')
        await sleep(downMs)
        current = await start(clockSkewMs)
        isExpectedToEnd = false
      }),
    freeze: (ms) =>
      change(async () => {
        process.kill(current.pid, 'SIGSTOP')
        await sleep(ms)
        process.kill(current.pid, 'SIGCONT')
      }),
    crashes: () => crashes,
    async stop() {
      await pendingChange
      isExpectedToEnd = true
      return await current.end('SIGTERM')
    },
  }
}

async function working(started: Running): Promise<Running> {
  const says = () => started.stderr().includes('without the API')
  await until('the worker runs', () => says() || started.exitCode() !== undefined)
  if (!says()) throw new Error(`the worker ended: ${started.stderr()}`)
  return started
}
