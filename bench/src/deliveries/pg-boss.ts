// A sender on pg-boss: one job for each delivery. Its own workers poll; here jobs are fetched as soon as half
// of the hands are free, as many as those, which is the fastest way that it offers.
import { once } from 'node:events'
import { PgBoss } from 'pg-boss'
import type { Job, SenderOrder, SenderSetup } from './messages.ts'
import { createJobSender } from './send-job.ts'

const [{ databaseUrl, concurrency }] = (await once(process, 'message')) as [SenderSetup]
const queue = 'deliveries'
const boss = new PgBoss({ connectionString: databaseUrl, max: 20, supervise: false, schedule: false })
boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`))
await boss.start()
await boss.createQueue(queue)
const sender = createJobSender(databaseUrl)

async function sendAll(): Promise<void> {
  const inHand = new Set<Promise<void>>()
  for (;;) {
    const jobs = await boss.fetch<Job>(queue, { batchSize: concurrency - inHand.size })
    if (jobs.length === 0 && inHand.size === 0) return
    for (const { id, data } of jobs) {
      const sending: Promise<void> = sender
        .send(data)
        .then(() => boss.complete(queue, id))
        .then(() => {
          inHand.delete(sending)
        })
      inHand.add(sending)
    }
    do await Promise.race(inHand)
    while (inHand.size > concurrency / 2)
  }
}

process.on('message', async (order: SenderOrder) => {
  if (order === 'fill') {
    const jobs = await sender.pending()
    await boss.insert(
      queue,
      jobs.map((data) => ({ data })),
    )
  } else {
    void sendAll()
  }
  process.send?.(order)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
