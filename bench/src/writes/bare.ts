// The baseline: all statements of a write in one pipelined transaction, one transaction after another on each
// connection. There is no HTTP, no validation, and no waiting for a result that decides what comes next.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { wireTypes } from '../../../server/src/db/records.ts'
import type { CapturedStatement, ReplayCommand, ReplayReport, ReplaySetup } from './contestants.ts'

// Turns the statements of one request into those of any number of requests. Ids that existed before are replaced by
// those of another client. Ids and order numbers that the request created are replaced by new ones, consistently
// wherever they occur.

type NewId = (captured: string) => string
type Render = (newId: NewId) => unknown
export type ReplayedStatement = { name: string; text: string; values: unknown[] }

const orderNumberPrefix = 'PED-'
const idOrNumber = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|PED-\d+/g

/** Higher than any number that the service reaches in the meantime. */
let lastOrderNumber = 10_000_000
const newOrderNumber = () => `${orderNumberPrefix}${++lastOrderNumber}`

/** Includes `begin` and `commit`. */
export function replayOf(kind: number, statements: readonly CapturedStatement[], known: readonly string[]) {
  const rendered = statements.map(({ text, values = [] }, i) => ({
    name: `kind_${kind}_${i}`,
    text,
    values: values.map(templateOf),
  }))
  return (replacements: readonly string[]): ReplayedStatement[] => {
    const ids = new Map(known.map((id, place) => [id, replacements[place] ?? id]))
    const newId: NewId = (captured) => {
      const isNumber = captured.startsWith(orderNumberPrefix)
      const id = ids.get(captured) ?? (isNumber ? newOrderNumber() : uuidv7())
      ids.set(captured, id)
      return id
    }
    return rendered.map(({ name, text, values }) => ({
      name,
      text,
      values: values.map((render) => render(newId)),
    }))
  }
}

function templateOf(value: unknown): Render {
  if (typeof value === 'string') return textTemplate(value)
  if (Array.isArray(value)) {
    const members = value.map(templateOf)
    return (newId) => members.map((render) => render(newId))
  }
  const buffer = value as { type?: string; data?: number[] } | null
  const constant = buffer?.type === 'Buffer' && buffer.data ? Buffer.from(buffer.data) : value
  return () => constant
}

function textTemplate(text: string): Render {
  const ids = text.match(idOrNumber) ?? []
  if (ids.length === 0) return () => text
  const parts = text.split(idOrNumber)
  return (newId) => parts.reduce((filled, part, i) => filled + newId(ids[i - 1] ?? '') + part)
}

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
