// Publishes events at a fixed rate, a few per transaction, through the same code as the service.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../../server/src/app/log.ts'
import { createDb } from '../../../server/src/db/database.ts'
import { publish } from '../../../server/src/events/publish.ts'
import { notifyOthers, onDueDeliveries } from '../../../server/src/webhooks/hand-over.ts'
import type { DeliveryWriterCommand, DeliveryWriterReport, DeliveryWriterSetup } from './processes.ts'
import { payments } from './seed.ts'

const [setup] = (await once(process, 'message')) as [DeliveryWriterSetup]
const db = createDb({ url: setup.databaseUrl, maxConnections: 2 })
onDueDeliveries(db, notifyOthers({ db, log: createLog('silent', process.stderr) }))

let writing = false
let loop: Promise<DeliveryWriterReport>

async function write(): Promise<DeliveryWriterReport> {
  const start = performance.now()
  let events = 0
  for (let next = start; writing; next = Math.max(next + setup.tickMs, performance.now() - setup.tickMs)) {
    await sleep(Math.max(0, next - performance.now()))
    const batch = payments(setup.clientIds, setup.eventsPerTick, events)
    await db.transaction(async (tx) => publish(tx, batch))
    events += batch.length
  }
  return { events, seconds: (performance.now() - start) / 1000 }
}

process.on('message', async (command: DeliveryWriterCommand) => {
  writing = command === 'start'
  if (writing) loop = write()
  else process.send?.(await loop)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
