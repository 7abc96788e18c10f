// A sender based on pg-boss, with one job per delivery. Instead of its polling workers, jobs are fetched as soon as
// half of the slots are free, as many as there are free slots, which is the fastest way that pg-boss offers.
import { once } from 'node:events'
import { PgBoss } from 'pg-boss'
import type { Job, SenderCommand, SenderSetup } from './processes.ts'
import { createJobSender } from './send-job.ts'

const [{ databaseUrl, concurrency }] = (await once(process, 'message')) as [SenderSetup]
const queue = 'deliveries'
const boss = new PgBoss({ connectionString: databaseUrl, max: 20, supervise: false, schedule: false })
boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`))
await boss.start()
await boss.createQueue(queue)
const sender = createJobSender(databaseUrl)

async function sendAll(): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  for (;;) {
    const jobs = await boss.fetch<Job>(queue, { batchSize: concurrency - inFlight.size })
    if (jobs.length === 0 && inFlight.size === 0) return
    for (const { id, data } of jobs) {
      const sending: Promise<void> = sender
        .send(data)
        .then(() => boss.complete(queue, id))
        .then(() => {
          inFlight.delete(sending)
        })
      inFlight.add(sending)
    }
    do await Promise.race(inFlight)
    while (inFlight.size > concurrency / 2)
  }
}

process.on('message', async (command: SenderCommand) => {
  if (command === 'fill') {
    const jobs = await sender.pending()
    await boss.insert(
      queue,
      jobs.map((data) => ({ data })),
    )
  } else {
    void sendAll()
  }
  process.send?.(command)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
