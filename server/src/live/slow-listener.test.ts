// A client that does not read the live stream: the connection fills up once, then takes no more memory, and what the client
// finally reads is the latest version of everything.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type StaffTopicChange, topics } from '@anden/contract'
import { expect, test } from 'vitest'
import { bearer, listen } from '../../tests/harness/live-client.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

/** A change of all topics of all clients is a megabyte of events. */
const clientCount = 2_000
const roundBytes = clientCount * topics.length * 110

const service = await useService({ live: { pollMs: 20 } })
const { db } = service
await db.run(sql`
  insert into clients (id, name, email)
  select gen_random_uuid(), 'Cliente', 'cliente@cliente.example' from generate_series(1, ${clientCount}::int)`)
const witness = await service.aClient()

/** Resolves once the process has reported the change. */
async function changeEverything(heardVersion: (version: number) => Promise<void>): Promise<number> {
  await db.run(sql`update client_versions set version = version + 1, changed_in = pg_current_xact_id()`)
  const { version } = await db.one(sql<{ version: number }>`
    select version from client_versions where client_id = ${witness.id} and topic = 'stock'`)
  await heardVersion(version)
  return version
}

test('a listener that does not read costs a bounded amount of memory, and then gets the latest versions', async () => {
  const attentive = await listen(service.url + portalPrefix, bearer(witness.token))
  const heardVersion = (wanted: number) =>
    until('the change is reported', () =>
      attentive.changes.some(({ topic, version }) => topic === 'stock' && version === wanted),
    )
  const { token } = await issueStaffKey(db, { name: 'test', scopes: ['staff:read'] })
  const connected = once(service.app.server, 'connection')
  const request = get(`${service.url}${backofficePrefix}/live`, { headers: bearer(token), agent: false })
  const [[response], [socket]] = (await Promise.all([once(request, 'response'), connected])) as [
    [IncomingMessage],
    [Socket],
  ]
  let rounds = 0
  const change = async () => {
    rounds++
    return changeEverything(heardVersion)
  }
  let written = -1
  await until('the connection is full', async () => {
    await change()
    const isFull = socket.bytesWritten === written && socket.writableLength > 0
    written = socket.bytesWritten
    return isFull
  })
  const waiting = socket.writableLength
  let last = 0
  for (let i = 0; i < 3; i++) last = await change()
  expect(socket.writableLength).toBe(waiting)
  expect(waiting).toBeLessThan(3 * roundBytes)

  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const lastOfWitness = `data: ${JSON.stringify({ client_id: witness.id, topic: 'stock', version: last })}\n`
  // The id comes with the last event of a batch.
  const isComplete = () =>
    text.endsWith('\n\n') && text.lastIndexOf('id: ') > text.indexOf(lastOfWitness) - 40
  await until('the last batch has arrived', () => text.includes(lastOfWitness) && isComplete())
  request.destroy()
  await attentive.leave()
  expect(text.length).toBeLessThan((rounds - 2) * roundBytes)
  const latest = new Map<string, number>()
  let isRising = true
  for (const [, data] of text.matchAll(/data: (.*)\n/g)) {
    const { client_id, topic, version } = JSON.parse(data ?? '') as StaffTopicChange
    isRising &&= version > (latest.get(`${client_id} ${topic}`) ?? 0)
    latest.set(`${client_id} ${topic}`, version)
  }
  expect(isRising).toBe(true)
  const rows = await db.rows(sql<StaffTopicChange>`select client_id, topic, version from client_versions`)
  expect(rows.filter((row) => latest.get(`${row.client_id} ${row.topic}`) !== row.version)).toEqual([])
})
