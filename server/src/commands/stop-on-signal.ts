import { readFileSync } from 'node:fs'
import { say } from './output.ts'

type Stoppable = {
  /** false: something had to be cut off. */
  stop(): Promise<unknown>
  /** Called on a second signal, if something can be ended at once. */
  kill?(): void
}

/** npm forwards a Ctrl-C that the terminal has already sent to us; it arrives within milliseconds. */
const sameSignalMs = 500

/** A signal during the start waits for the start: an aborted one would leave its database running. */
export function stopOnSignal(starting: Promise<Stoppable | null>) {
  let stoppingSince: number | null = null
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) (await starting.catch(() => null))?.kill?.()
      return
    }
    stoppingSince = performance.now()
    say(`${signal}: finishing requests in flight`)
    const service = await starting.catch(() => null)
    const isComplete = await service?.stop()
    process.exit(service && isComplete !== false ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  watchStarter(process.env, () => void stop('the parent process has exited'))
}

// npm does not always forward signals: on a SIGTERM, the `sh -c` between npm and its script exits without
// signalling its child, and nothing can forward a `kill -9`. So a server or receiver that was started
// through npm or the launcher watches its ancestor processes and stops when one of them has exited. Under any other
// parent it keeps running: supervisors get restarted, and what they run must survive that.

const pollMs = 250
const maxDepth = 16

type Environment = Record<string, string | undefined>
type Link = { pid: number; parent: number }

export function watchStarter(environment: Environment, onGone: () => void): void {
  const launcher = Number(environment['ANDEN_LAUNCHER_PID'] ?? 0)
  const throughNpm = environment['npm_lifecycle_event'] ?? environment['npm_command']
  if (launcher === 0 && throughNpm === undefined) return
  const links = throughNpm === undefined ? [ownLink()] : linksToNpm()
  const isGone = () =>
    (launcher !== 0 && process.ppid !== launcher) || links.some(({ pid, parent }) => parentOf(pid) !== parent)
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    onGone()
  }, pollMs).unref()
}

/** The links from this process up to npm. If the ancestors are not visible, only the link to the parent. */
function linksToNpm(): Link[] {
  const links = [ownLink()]
  for (const { parent: pid } of links) {
    if (nameOf(pid)?.startsWith('npm')) return links
    const parent = parentOf(pid)
    if (!parent || links.length === maxDepth) break
    links.push({ pid, parent })
  }
  return [ownLink()]
}

const ownLink = (): Link => ({ pid: process.pid, parent: process.ppid })

function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const fields = statOf(pid)
  // After the name in brackets: the state, then the parent.
  return fields === undefined ? undefined : Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1])
}

/** npm sets its process title to its command: `npm start`, `npm exec anden serve`. */
function nameOf(pid: number): string | undefined {
  const fields = statOf(pid)
  return fields?.slice(fields.indexOf('(') + 1, fields.lastIndexOf(')'))
}

/** Only Linux has /proc. */
function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
}
