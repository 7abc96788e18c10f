// A backup has the right number of rows of every table, even if PostgreSQL's count reaches it later than the rows.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { directoryStorage } from '../attachments/directory-storage.ts'
import { createDb, type Db } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

const progress = { add() {}, end() {} }
const { signal } = new AbortController()
const { db, directUrl } = await useDatabase()

test('the counts are those of the rows, and the backup can be restored', async () => {
  for (const name of ['Uno', 'Dos', 'Tres'])
    await createClient(db, { name, email: 'a@uno.example', cuit_dni: null })
  const directory = await scratch()
  const files = directoryStorage(join(directory, 'attachments'))
  const file = join(directory, 'backup.tar.gz')
  const slow = await throughSlowNetwork(directUrl)
  const { rows } = await writeBackup(file, {
    db: slow,
    files,
    version: '0',
    secretKeyFingerprint: null,
    progress,
    signal,
  })
  expect(rows['clients']).toBe(3)
  const { queued_jobs: _, ...ofTables } = rows
  expect(ofTables).toEqual(await countedIn(db, Object.keys(ofTables)))

  const target = await emptyDatabase()
  const backup = await checkBackup(file, progress, signal)
  await restoreBackup(file, backup, { db: target.db, files, progress, signal, check: async () => {} })
  expect(await countedIn(target.db, ['clients'])).toEqual({ clients: 3 })
  await target.drop()
})

async function countedIn(at: Db, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await at.rows(sql<{ count: number }>`select count(*)::int as count from ${raw(table)}`)
    counts[table] = row?.count ?? 0
  }
  return counts
}

/** The same database, but what follows the last row of a COPY arrives in a later packet. */
async function throughSlowNetwork(databaseUrl: string): Promise<Db> {
  const url = new URL(databaseUrl)
  const server = createServer(async (client) => {
    const upstream = connect(Number(url.port), url.hostname)
    // A connection that ends early is seen by whoever uses it.
    await Promise.allSettled([pipeline(client, upstream), pipeline(upstream, lateAfterRows, client)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = `${(server.address() as AddressInfo).port}`
  const slow = createDb({ url: through.href, maxConnections: 1 })
  onTestFinished(async () => {
    await slow.close()
    server.close()
  })
  return slow
}

const copyDone = 'c'.charCodeAt(0)
const lateByMs = 10

/** A message consists of its type in one byte, its length in four, and its content. */
async function* lateAfterRows(fromServer: AsyncIterable<Buffer>) {
  let unsent = Buffer.alloc(0)
  for await (const bytes of fromServer) {
    unsent = Buffer.concat([unsent, bytes])
    let end = 0
    while (unsent.length >= end + 5 && unsent.length > end + unsent.readUInt32BE(end + 1)) {
      const type = unsent[end]
      end += 1 + unsent.readUInt32BE(end + 1)
      if (type !== copyDone) continue
      yield unsent.subarray(0, end)
      await delay(lateByMs)
      unsent = unsent.subarray(end)
      end = 0
    }
    if (end > 0) yield unsent.subarray(0, end)
    unsent = unsent.subarray(end)
  }
}
