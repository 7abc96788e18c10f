// npm does not always forward signals: on a SIGTERM, the `sh -c` between npm and its script exits without
// signalling its child, and nothing can forward a `kill -9`. So a server or receiver that was started
// through npm or the launcher watches its ancestor processes and stops when one of them has exited. Under any other
// parent it keeps running: supervisors get restarted, and what they run must survive that.
import { readFileSync } from 'node:fs'

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
