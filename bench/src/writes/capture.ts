// Records the statements of one request, as the service sends them: it runs here, in a process of its own, and the `query`
// method of pg is replaced by one that takes notes. A statement counts if it is sent between `begin` and `commit`.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { startService } from '../../../server/src/app/start.ts'
import { readConfig } from '../../../server/src/config/settings.ts'
import type { CapturedStatement, CaptureSetup } from './messages.ts'

const [{ settings, requests }] = (await once(process, 'message')) as [CaptureSetup]
const service = await startService(readConfig(settings), () => {})

let notes: CapturedStatement[] = []
const inTransaction = new WeakSet<object>()
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (this: pg.Client, given: unknown, ...rest: unknown[]) {
  const { text, values = [] } = typeof given === 'string' ? { text: given } : (given as CapturedStatement)
  if (text === 'begin') inTransaction.add(this)
  if (inTransaction.has(this)) notes.push({ text, values })
  if (text === 'commit') inTransaction.delete(this)
  return Reflect.apply(query, this, [given, ...rest])
} as typeof query

const captured: CapturedStatement[][] = []
for (const { path, token, body } of requests) {
  notes = []
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
  captured.push(notes.slice(0, notes.findIndex(({ text }) => text === 'commit') + 1))
}
await service.stop()
process.send?.(captured)
process.disconnect()
