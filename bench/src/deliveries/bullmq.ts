// A sender based on BullMQ, whose queue is in Redis. It has one job per delivery, and records the result in PostgreSQL.
import { once } from 'node:events'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Job, SenderCommand, SenderSetup } from './processes.ts'
import { createJobSender } from './send-job.ts'

const [{ databaseUrl, redisPort, concurrency }] = (await once(process, 'message')) as [SenderSetup]
const name = 'deliveries'
const connection = new Redis({ host: '127.0.0.1', port: redisPort ?? 0, maxRetriesPerRequest: null })
const queue = new Queue<Job>(name, { connection })
const sender = createJobSender(databaseUrl)
const worker = new Worker<Job>(name, ({ data }) => sender.send(data), {
  connection,
  concurrency,
  removeOnComplete: { count: 0 },
})
worker.on('error', (error) => process.stderr.write(`BullMQ: ${error.message}\n`))
await worker.waitUntilReady()

process.on('message', async (command: SenderCommand) => {
  if (command === 'fill') {
    await queue.pause()
    const jobs = await sender.pending()
    await queue.addBulk(jobs.map((data) => ({ name: 'deliver', data })))
  } else {
    await queue.resume()
  }
  process.send?.(command)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
