// The contestants: each write through the API, and its statements alone.
import { once } from 'node:events'
import { secretKey } from '../anden.ts'
import { type Child, startScript } from '../child.ts'
import { cpuMsOf, cpuMsOfFamily } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { chunks, drive } from '../load.ts'
import type { RunScope } from '../run-scope.ts'
import { percentile } from '../statistics.ts'
import { type Kind, type SeededWriters, writeKinds } from './seed.ts'

type Timing = { warmupMs: number; windowMs: number }
export type WriteSample = {
  perSecond: number
  nodeCpuMs: number
  databaseCpuMs: number
  p50Ms: number
  p99Ms: number
}
export type Contestant = {
  name: string
  /** null for a baseline. */
  baseline: Contestant | null
  measure(timing: Timing): Promise<WriteSample>
}

/** The same number of database connections as the service has. */
const bareConnections = 20

export async function startContestants(
  scope: RunScope,
  database: BenchDatabase,
  anden: Child & { url: string },
  seeded: SeededWriters,
  connections: number,
): Promise<Contestant[]> {
  const kinds = writeKinds(seeded)
  const bare = await startBareWriter(scope, database, kinds)
  const meter = (pid: number) => () => ({
    node: cpuMsOf(pid),
    database: cpuMsOfFamily(database.postmasterPid),
  })
  return kinds.flatMap((kind, place) => {
    const baseline: Contestant = {
      name: `statements of ${kind.name}`,
      baseline: null,
      async measure(timing) {
        const mark = meter(bare.pid)
        const { before, after, seconds, latenciesMs } = await bare.run({ kind: place, ...timing }, mark)
        return sampleOf(before, after, seconds, latenciesMs)
      },
    }
    const ours: Contestant = {
      name: kind.name,
      baseline,
      async measure(timing) {
        const target = {
          url: anden.url + kind.path,
          tokens: chunks(kind.tokens, Math.ceil(kind.tokens.length / connections)),
          bodiesOf: kind.bodiesOf,
        }
        const mark = meter(anden.pid)
        const { before, after, seconds, latenciesMs } = await drive(scope, target, { ...timing, mark })
        return sampleOf(before, after, seconds, latenciesMs)
      },
    }
    return [baseline, ours]
  })
}

type Mark = { node: number; database: number }

const sampleOf = (before: Mark, after: Mark, seconds: number, latenciesMs: number[]): WriteSample => ({
  perSecond: latenciesMs.length / seconds,
  nodeCpuMs: (after.node - before.node) / latenciesMs.length,
  databaseCpuMs: (after.database - before.database) / latenciesMs.length,
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
})

async function startBareWriter(scope: RunScope, database: BenchDatabase, kinds: readonly Kind[]) {
  const setup: ReplaySetup = {
    databaseUrl: database.url,
    connections: bareConnections,
    statements: await captureStatements(scope, database, kinds),
    known: kinds.map(({ known }) => known),
    replacements: kinds.map(({ replacements }) => replacements),
  }
  const { process: bare, pid } = await startScript(scope, new URL('./bare.ts', import.meta.url), setup)
  return {
    pid,
    async run(command: ReplayCommand, mark: () => Mark) {
      bare.send(command)
      await once(bare, 'message')
      const before = mark()
      const [report] = (await once(bare, 'message')) as [Exclude<ReplayReport, 'started'>]
      return { before, after: mark(), ...report }
    },
  }
}

async function captureStatements(
  scope: RunScope,
  { url, filesDir }: BenchDatabase,
  kinds: readonly Kind[],
): Promise<CapturedStatement[][]> {
  const setup: CaptureSetup = {
    settings: {
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      DATA_DIR: filesDir,
      HOST: '127.0.0.1',
      PORT: '0',
      DASHBOARD: 'false',
      LOG_LEVEL: 'warn',
    },
    requests: kinds.map(({ path, tokens, bodiesOf }) => {
      const [token = ''] = tokens
      return { path, token, body: JSON.parse(bodiesOf(token, 0)[0] ?? '{}') }
    }),
  }
  const script = new URL('./capture.ts', import.meta.url)
  return (await startScript<CapturedStatement[][]>(scope, script, setup)).ready
}

// Messages between the processes of the scenario.

/** Buffers arrive in their JSON form: `{ type: 'Buffer', data: number[] }`. */
export type CapturedStatement = { text: string; values?: unknown[] }
export type CaptureSetup = {
  settings: Record<string, string>
  requests: { path: string; token: string; body: object }[]
}

export type ReplaySetup = {
  databaseUrl: string
  connections: number
  /** The statements of each kind of write. */
  statements: CapturedStatement[][]
  /** For each kind, the ids in the statements that existed before the request. */
  known: string[][]
  /** For each kind, the values of these ids in the following transactions, in turn. */
  replacements: string[][][]
}
export type ReplayCommand = { kind: number; warmupMs: number; windowMs: number }
/** `started` and the totals are sent at the start and end of the window, to read the CPU time. */
export type ReplayReport = 'started' | { transactions: number; seconds: number; latenciesMs: number[] }
