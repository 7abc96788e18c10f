// kill -9 in the middle of many writes, again and again. A request that is repeated with its key until it is answered is
// executed once; nothing is lost or half done, and every event is published once.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventTypes, portalScopes } from '@anden/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAcceptanceFiles } from '../../src/acceptances/files.ts'
import { directoryStorage } from '../../src/attachments/directory-storage.ts'
import { sweepUploads } from '../../src/attachments/discard.ts'
import { sql } from '../../src/db/sql.ts'
import { type Ask, aDay, deal, openBusiness } from '../harness/business.ts'
import { type ServerProcess, serve } from '../harness/command.ts'
import { cloneDatabase, type TestDatabase } from '../harness/database.ts'
import { emptyJournal, expectJournalMatches } from '../harness/journal.ts'
import { shuffled, times } from '../harness/race.ts'
import { sizes } from '../harness/sizes.ts'

const { writesUnderKills: writes, kills } = sizes

let database: TestDatabase
let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 4 })
  dataDir = await mkdtemp(join(tmpdir(), 'anden-killed-'))
  server = await startServer()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = () =>
  serve({
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })

/** Resolves when a server accepts requests. */
let standing: Promise<unknown> = Promise.resolve()

function kill(): Promise<unknown> {
  standing = standing.then(async () => {
    await server.end('SIGKILL')
    server = await startServer()
  })
  return standing
}

/** Repeats every request that was cut off before its response. */
const persistent: Ask = async (send) => {
  for (let attempts = 1; ; attempts++) {
    await standing
    const asked = await send(server.url).catch(() => null)
    if (asked && asked.status < 500) return { answer: asked, attempts }
    if (asked) expect(asked.status, asked.text).toBe(503)
  }
}

test(`${kills} times kill -9 in ${writes} writes: each is executed once, and published once`, async () => {
  const business = await openBusiness(database.db, persistent, portalScopes)
  for (const { portal } of business.clients) {
    const endpoint = { url: 'http://127.0.0.1:9/hook', events: eventTypes }
    expect((await portal((api) => api.post('/webhooks', endpoint))).answer.status).toBe(201)
  }
  const journal = emptyJournal()
  const day = aDay(writes)
  const moments = shuffled(times(Math.floor(day.length * 0.8), (index) => index + 1)).slice(0, kills)
  let dealt = 0
  let killed = 0
  await Promise.all(
    times(24, async () => {
      for (let kind = day.pop(); kind; kind = day.pop()) {
        await deal(business, kind, journal)
        if (!moments.includes(++dealt)) continue
        await kill()
        killed += 1
      }
    }),
  )
  expect(killed).toBe(kills)
  const { attached, signed } = await expectJournalMatches(database.db, journal, business.clients)

  // An hour later, interrupted uploads are swept: every file belongs to an attachment or an acceptance, and vice versa.
  await database.db.run(sql`
    with uploads as (
      update order_attachments set created_at = created_at - interval '1 hour' where state = 'uploading')
    update acceptance_files set created_at = created_at - interval '1 hour' where state = 'uploading'`)
  const files = join(dataDir, 'attachments')
  const storage = { db: database.db, files: directoryStorage(files) }
  await sweepUploads(storage)
  await sweepAcceptanceFiles(storage)
  expect((await readdir(files)).sort()).toEqual([...attached, ...signed, 'directory-id'].sort())
}, 180_000)
