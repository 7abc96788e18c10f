// Schedules the faults: some one after another, some while an earlier one is still active.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

export type PastFault = { description: string; freshLimits: number; from: number; until: number }

const meanPauseMs = 3000

export const faultCount = (seconds: number) => Math.max(3, Math.round((seconds * 1000) / meanPauseMs))

export async function runFaults(faults: readonly Fault[], random: Random, say: (text: string) => void) {
  const past: PastFault[] = []
  const running = new Map<string, Promise<void>>()
  const begun = Date.now()
  for (const fault of faults) {
    await sleep(random.between(0, 2 * meanPauseMs))
    const from = Date.now()
    say(`${((from - begun) / 1000).toFixed(1).padStart(6)} s  ${fault.description}`)
    const begin = async () => {
      await fault.run()
      past.push({ ...fault, from, until: Date.now() })
    }
    running.set(fault.subject, (running.get(fault.subject) ?? Promise.resolve()).then(begin))
  }
  await Promise.all(running.values())
  return past
}

// The faults. Each one ends by itself: it resolves when what it broke works again.

export type Fault = {
  /** The description in the report, with its figures. */
  description: string
  /** The part that the fault breaks. Each part has one fault at a time. */
  subject: string
  /**
   * How many times its limit a client may use because of the fault. Redis comes back empty, and meanwhile each process
   * decides by itself; so does a process that is new or was frozen.
   */
  freshLimits: number
  run(): Promise<void>
}

type MakeFault = (installation: Installation, random: Random) => Fault

const killProcess: MakeFault = ({ processes }, random) => {
  const process = random.pick(processes)
  const downMs = random.between(0, 2000)
  const clockSkewMs = random.pick([0, 0, -90_000, 90_000])
  const skew = clockSkewMs ? `, clock ${clockSkewMs > 0 ? '+' : ''}${clockSkewMs / 1000} s` : ''
  return {
    description: `kill -9 ${process.name}, back after ${downMs} ms${skew}`,
    subject: process.name,
    freshLimits: process.role === 'api' ? 1 : 0,
    run: () => process.kill({ downMs, clockSkewMs }),
  }
}

const freezeProcess: MakeFault = ({ processes }, random) => {
  const process = random.pick(processes)
  const ms = random.between(500, 6000)
  return {
    description: `SIGSTOP ${process.name} for ${ms} ms`,
    subject: process.name,
    freshLimits: process.role === 'api' ? 1 : 0,
    run: () => process.freeze(ms),
  }
}

type Outage = {
  what: string
  subject: string
  leastMs: number
  mostMs: number
  freshLimits?: number
  begin(): unknown
  end(): unknown
}

function outage(
  random: Random,
  { what, leastMs, mostMs, freshLimits = 0, begin, end, ...rest }: Outage,
): Fault {
  const ms = random.between(leastMs, mostMs)
  return {
    ...rest,
    description: `${what} for ${ms} ms`,
    freshLimits,
    async run() {
      await begin()
      await sleep(ms)
      await end()
    },
  }
}

const restartRedis: MakeFault = ({ redis, api }, random) =>
  outage(random, {
    what: 'Redis killed, to come back empty, away',
    subject: 'redis',
    leastMs: 0,
    mostMs: 3000,
    freshLimits: 1 + api.length,
    begin: redis.stop,
    end: redis.start,
  })

const stopS3: MakeFault = ({ s3 }, random) =>
  outage(random, {
    what: 'S3 away',
    subject: 's3',
    leastMs: 500,
    mostMs: 4000,
    begin: s3.pause,
    end: s3.resume,
  })

const partitionNetwork: MakeFault = ({ networks }, random) =>
  outage(random, {
    what: 'all packets to the database dropped',
    subject: 'network',
    leastMs: 500,
    mostMs: 4000,
    begin: () => networks.map((network) => network.partition()),
    end: () => networks.map((network) => network.heal()),
  })

const fillDisk: MakeFault = ({ disk }, random) =>
  outage(random, {
    what: 'disk of DATA_DIR full',
    subject: 'disk',
    leastMs: 500,
    mostMs: 4000,
    begin: disk.fill,
    end: disk.empty,
  })

const cutConnections: MakeFault = ({ networks }) => ({
  description: 'cut all connections to the database',
  subject: 'network',
  freshLimits: 0,
  async run() {
    for (const network of networks) network.cut()
  },
})

const promoteStandby: MakeFault = ({ database }, random) => {
  const downMs = random.between(0, 3000)
  return {
    description: `kill -9 the primary, promote the standby after ${downMs} ms`,
    subject: 'database',
    freshLimits: 0,
    async run() {
      await database.primary.kill()
      await sleep(downMs)
      await database.promote()
    },
  }
}

const everyKind = [killProcess, freezeProcess, restartRedis, stopS3, cutConnections, partitionNetwork]
/** Processes fail most often. */
const weighted = [...everyKind, killProcess, killProcess, freezeProcess]

/**
 * The faults of a run, in order: first one of every kind, as far as there is time, then random ones. The failover
 * happens once, after a third of them.
 */
export function chooseFaults(installation: Installation, random: Random, count: number): Fault[] {
  const kinds = installation.disk.canBeFilled ? [...everyKind, fillDisk] : everyKind
  const first = random.shuffled(kinds).slice(0, count)
  const others = Array.from({ length: count - first.length }, () => random.pick([...weighted, ...kinds]))
  const faults = [...first, ...others].map((make) => make(installation, random))
  faults.splice(Math.ceil(count / 3), 0, promoteStandby(installation, random))
  return faults
}
