// Changes products on the clients' pages at a fixed rate, many clients per transaction, faster than the pages are
// requested. The rate depends on the clock and not on the CPU time that the servers leave, so that every server is
// measured under the same load. The writes themselves are not measured and are as cheap as possible: commits do not
// wait for the disk, and the versions are set here, without the triggers.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { StockWriterCommand, StockWriterSetup } from './servers.ts'

const everyMs = 10

const [{ databaseUrl, batches }] = (await once(process, 'message')) as [StockWriterSetup]
const options = '-c synchronous_commit=off -c session_replication_role=replica'
const client = new pg.Client({ connectionString: databaseUrl, options })
await client.connect()
const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')

let writing = false
let loop: Promise<number> = Promise.resolve(0)

async function write(): Promise<number> {
  const start = performance.now()
  let commits = 0
  for (let next = start; writing; next = Math.max(next + everyMs, performance.now())) {
    await sleep(Math.max(0, next - performance.now()))
    await client.query({
      name: 'change',
      text: `
        with changed as (
          update stock set updated_at = clock_timestamp() where product_id = any($1) returning client_id)
        update client_versions set version = version + 1
        where topic = 'stock' and client_id in (select client_id from changed)`,
      values: [batches[commits++ % batches.length]],
    })
  }
  return (commits * 1000) / (performance.now() - start)
}

process.on('message', async (command: StockWriterCommand) => {
  writing = command === 'start'
  if (writing) loop = write()
  else process.send?.({ commitsPerSecond: await loop })
})
process.on('disconnect', () => process.exit())
process.send?.({ backendPid: rows[0]?.pid })
