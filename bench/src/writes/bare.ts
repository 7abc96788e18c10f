// The baseline: all statements of a write in one pipelined transaction, one transaction after another on each
// connection. There is no HTTP, no validation, and no waiting for a result that decides what comes next.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { wireTypes } from '../../../server/src/db/records.ts'
import type { ReplayCommand, ReplayReport, ReplaySetup } from './messages.ts'
import { replayOf } from './replay.ts'

const [setup] = (await once(process, 'message')) as [ReplaySetup]
const replays = setup.statements.map((statements, kind) =>
  replayOf(kind, statements, setup.known[kind] ?? []),
)
const connections = await Promise.all(
  Array.from({ length: setup.connections }, async () => {
    const options = '-c timezone=UTC -c plan_cache_mode=force_generic_plan'
    const config = { connectionString: setup.databaseUrl, options, pipeline: true, types: wireTypes }
    const client = new pg.Client(config)
    await client.connect()
    return client
  }),
)

let turn = 0
async function transaction(client: pg.Client, kind: number): Promise<void> {
  const replacements = setup.replacements[kind] ?? []
  const statements = replays[kind]?.(replacements[turn++ % replacements.length] ?? []) ?? []
  const { stream } = (client as unknown as pg.PoolClient).connection
  stream.cork()
  const sent = statements.map(({ text, ...prepared }) =>
    client.query(prepared.values.length === 0 ? { text } : { ...prepared, text }),
  )
  stream.uncork()
  await Promise.all(sent)
}

process.on('message', async ({ kind, warmupMs, windowMs }: ReplayCommand) => {
  let isRunning = true
  let measuredSince = Number.POSITIVE_INFINITY
  const latenciesMs: number[] = []
  const loops = connections.map(async (client) => {
    while (isRunning) {
      const start = performance.now()
      await transaction(client, kind)
      if (isRunning && start >= measuredSince) latenciesMs.push(performance.now() - start)
    }
  })
  await sleep(warmupMs)
  process.send?.('started' satisfies ReplayReport)
  measuredSince = performance.now()
  await sleep(windowMs)
  const seconds = (performance.now() - measuredSince) / 1000
  isRunning = false
  process.send?.({ transactions: latenciesMs.length, seconds, latenciesMs } satisfies ReplayReport)
  await Promise.all(loops)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
