// Connections to the database are cut in mid-transaction. A client gets its response, or 503 with Retry-After; never an
// internal error, and never half a change.

import { setTimeout as delay } from 'node:timers/promises'
import { portalScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { createDb } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { type Ask, aDay, deal, openBusiness } from '../harness/business.ts'
import { emptyJournal, expectJournalMatches } from '../harness/journal.ts'
import { useService } from '../harness/prologue.ts'
import { outcome, times } from '../harness/race.ts'

const service = await useService({ maxConnections: 16 })
// Not through a pooler, which might lend it a session that it has just ended.
const own = createDb({ url: service.database.directUrl, maxConnections: 2 })
afterAll(() => own.close())

/** Ends any one of the service's busy connections. */
const cutOne = () =>
  sql<{ state: string }>`
    select state, pg_terminate_backend(pid) from (
      select pid, state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      order by random() limit 1) as busy`

test('after a cut connection a client has to repeat its request, and nothing else', async () => {
  const refused: string[] = []
  const patient: Ask = async (send) => {
    for (let attempts = 1; ; attempts++) {
      const answer = await send(service.url)
      if (answer.status < 500) return { answer, attempts }
      refused.push(outcome(answer))
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  const business = await openBusiness(own, patient, portalScopes)
  const journal = emptyJournal()
  const day = aDay(300)
  let cut = 0
  const workers = times(16, async () => {
    for (let kind = day.pop(); kind; kind = day.pop()) await deal(business, kind, journal)
  })
  const cutting = (async () => {
    while (day.length > 0 && cut < 60) {
      cut += await own.run(cutOne())
      await delay(Math.random() * 60)
    }
  })()
  await Promise.all([...workers, cutting])
  expect(cut).toBeGreaterThan(10)
  expect(new Set(refused)).toEqual(new Set(['503 server/unavailable']))
  await expectJournalMatches(own, journal, business.clients)
}, 120_000)
