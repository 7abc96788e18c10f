// The baseline: a transaction of eight consecutive statements, then a POST with what was written. It starts on request,
// so that the receiver can measure from there.
import { once } from 'node:events'
import { request } from 'node:http'
import pg from 'pg'

export type BareLoopSetup = { databaseUrl: string; receiverUrl: string }

const [{ databaseUrl, receiverUrl }] = (await once(process, 'message')) as [BareLoopSetup]
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const insert = {
  name: 'insert',
  text: 'insert into baseline.notes (body) values ($1) returning id',
  values: [JSON.stringify({ type: 'payment.received', amount: 1821.5 })],
}

async function writeAndPost(): Promise<void> {
  await client.query('begin')
  for (let statement = 0; statement < 8; statement++) await client.query(insert)
  await client.query('commit')
  const post = request(receiverUrl, { method: 'POST', headers: { 'content-type': 'application/json' } })
  post.end(insert.values[0])
  const [response] = await once(post, 'response')
  await once(response.resume(), 'end')
}

process.on('message', () => writeAndPost())
process.on('disconnect', () => process.exit())
process.send?.('ready')
