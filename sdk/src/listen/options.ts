// What `anden-listen` is told: by its options, the environment, and where the package was installed from.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const usage = `usage: anden-listen --forward-to <url> [options], or anden-listen --print

Sends each event of your warehouse to a receiver on your own machine, signed as a delivery is. It follows the event feed,
so it needs no public address and no endpoint. Set ANDEN_API_KEY to a key with the scope read:events.

  --forward-to <url>   your receiver, for example http://localhost:8080/hooks
  --events <types>     only these, separated by commas: order.approved,remito.* (default: all)
  --since <time>       start with events from this time on: 2026-11-18T12:00:00Z, 30m, 2h or 7d, at most 30 days ago
                       (default: where it stopped the last time, at first now)
  --print              print each event as JSON
  --url <url>          the address of the warehouse (default: ANDEN_URL, or where the package was installed from)

While it runs, r sends the last event again, and Ctrl-C stops it.`

export type ListenOptions = {
  /** undefined: events are only printed. */
  forwardTo: string | undefined
  baseUrl: string
  apiKey: string
  /** Whether to forward events of this type. */
  isWanted: (type: string) => boolean
  since: Date | undefined
  print: boolean
}

/** Something in them is wrong; the message says what to do. */
export class UsageError extends Error {}

/** undefined: only the usage is asked for. */
export function readOptions(
  parameters: string[],
  environment: Record<string, string | undefined>,
  nowMs: number,
): ListenOptions | undefined {
  const given = parsed(parameters)
  if (given.help) return undefined
  const forwardTo = given['forward-to']
  if (!forwardTo && !given.print)
    throw new UsageError('give --forward-to, the address of your receiver, or --print')
  if (forwardTo && (!/^https?:\/\//.test(forwardTo) || !URL.canParse(forwardTo)))
    throw new UsageError(`--forward-to ${forwardTo} is to be like http://localhost:8080/hooks`)
  const baseUrl = given.url ?? (environment['ANDEN_URL'] || installedFrom())
  if (!baseUrl) throw new UsageError('set ANDEN_URL to the address of your warehouse')
  const apiKey = environment['ANDEN_API_KEY']?.trim()
  if (!apiKey) throw new UsageError('set ANDEN_API_KEY to a key with the scope read:events')
  return {
    forwardTo,
    baseUrl,
    apiKey,
    isWanted: filterOf(given.events),
    since: given.since === undefined ? undefined : timeOf(given.since, nowMs),
    print: given.print ?? false,
  }
}

function parsed(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      options: {
        'forward-to': { type: 'string' },
        events: { type: 'string' },
        since: { type: 'string' },
        print: { type: 'boolean' },
        url: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** `order.*` and `*` stand for all that begin so. */
function filterOf(events = '*'): (type: string) => boolean {
  const wanted = events.split(',').map((one) => one.trim())
  const faulty = wanted.find((one) => !/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(one))
  if (faulty !== undefined) throw new UsageError(`--events ${faulty} is to be like order.approved or order.*`)
  return (type) =>
    wanted.some((one) => (one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : type === one))
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function timeOf(text: string, nowMs: number): Date {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const time = new Date(count ? nowMs - Number(count) * (unitsMs[unit] ?? 0) : text)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--since ${text} is to be like 2h or 2026-11-18T12:00:00Z`)
  return time
}

/** npm notes the address of each package that it installs: `npx --package https://<address>/docs/sdk.tgz`. */
function installedFrom(): string | undefined {
  try {
    const lockfile = new URL('../../../../../.package-lock.json', import.meta.url)
    const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
    return /^(https?:\/\/.+)\/docs\/sdk[^/]*\.tgz$/.exec(packages['node_modules/@anden/sdk'].resolved)?.[1]
  } catch {
    return undefined
  }
}
