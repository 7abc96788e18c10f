// Records the statements of one request as the service sends them. The service runs in this process, which exists only
// for that, with a `query` method of pg that records its calls. Only the transaction that claims the request's
// Idempotency-Key counts, from `begin` to `commit`.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startService } from '../../../server/src/app/start.ts'
import { readConfig } from '../../../server/src/config/settings.ts'
import type { CapturedStatement, CaptureSetup } from './contestants.ts'

const [{ settings, requests }] = (await once(process, 'message')) as [CaptureSetup]
const service = await startService(readConfig(settings), () => {})

const untilWorkerIsIdleMs = 1_000
const claimsKey = /claim_key/
let captured: CapturedStatement[] = []
const transactions = new WeakMap<object, CapturedStatement[]>()
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (this: pg.Client, given: unknown, ...rest: unknown[]) {
  const { text, values = [] } = typeof given === 'string' ? { text: given } : (given as CapturedStatement)
  if (text === 'begin') transactions.set(this, [])
  const sent = transactions.get(this)
  sent?.push({ text, values })
  if (text === 'commit') {
    transactions.delete(this)
    if (sent?.some((statement) => claimsKey.test(statement.text))) captured = sent
  }
  return Reflect.apply(query, this, [given, ...rest])
} as typeof query

// While the worker looks for due deliveries, new ones are not leased to it.
await sleep(untilWorkerIsIdleMs)
const statements: CapturedStatement[][] = []
for (const { path, token, body } of requests) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  statements.push(captured)
}
await service.stop()
process.send?.(statements)
process.disconnect()
