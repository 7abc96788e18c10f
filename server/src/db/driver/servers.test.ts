// A standby answers reads, and would refuse every write. Where it is named first in DATABASE_URL, the service must find out
// before it uses the connection: from the server itself, and through PgBouncer, which reports nothing of the kind.
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Settings, serve } from '../../../tests/harness/command.ts'
import { scratch } from '../../../tests/harness/embedded/trial.ts'
import { caller } from '../../../tests/harness/http.ts'
import { isPgBouncerMissing, startPgBouncer } from '../../../tests/harness/pgbouncer.ts'
import { times } from '../../../tests/harness/race.ts'
import { startReplicatedDatabase } from '../../../tests/harness/replicated-database.ts'
import { backofficePrefix } from '../../app/routes.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { createDb } from '../database.ts'
import { sql } from '../sql.ts'

const missing = isPgBouncerMissing()
if (missing) process.stderr.write('pgbouncer not found: apt-get install pgbouncer\n')

const replicated = await startReplicatedDatabase()
afterAll(() => replicated.stop())
const standbyFirst = [replicated.standby, replicated.primary] as const

/** One URL with the hosts of all. */
function jointUrl(urls: readonly string[]): string {
  const [first = ''] = urls
  return first.replace(new URL(first).host, urls.map((url) => new URL(url).host).join(','))
}

async function expectWritesToPrimary(given: Settings) {
  const server = await serve({
    ...given,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: join(await scratch(), 'data'),
  })
  const url = given['DATABASE_URL'] ?? ''
  const db = createDb({ url, directUrl: given['DATABASE_DIRECT_URL'] ?? url })
  try {
    const { token } = await issueStaffKey(db, { name: 'test', scopes: ['staff:clients', 'staff:read'] })
    const staff = caller(server.url + backofficePrefix, token)
    const created = await Promise.all(
      times(12, (index) => staff.post('/clients', { name: `Bodega ${index}`, email: 'a@bodega.example' })),
    )
    expect(created.map(({ status }) => status)).toEqual(times(12, () => 201))
    const read = await Promise.all(times(12, () => staff.get('/clients?limit=50')))
    for (const { status, body } of read) expect([status, body.data.length]).toEqual([200, 12])

    const places = await Promise.all(
      times(12, () => db.one(sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`)),
    )
    expect(places.filter(({ standby }) => standby)).toEqual([])
  } finally {
    await db.close()
    expect(await server.end('SIGTERM')).toBe(0)
  }
  expect(server.stderr()).not.toMatch(/read-only transaction|cannot execute/)
  expect(replicated.standby.isRunning()).toBe(true)
}

describe('a live standby that is named first is not written to', () => {
  test('directly', async () => {
    await replicated.createDatabase('direct')
    await expectWritesToPrimary({ DATABASE_URL: jointUrl(standbyFirst.map((one) => one.urlOf('direct'))) })
  })

  test.skipIf(missing)('through PgBouncer', async () => {
    await replicated.createDatabase('pooled')
    const direct = standbyFirst.map((one) => one.urlOf('pooled'))
    const poolers = await Promise.all(direct.map((url) => startPgBouncer(url, { poolSize: 5 })))
    try {
      await expectWritesToPrimary({
        DATABASE_URL: jointUrl(poolers.map(({ url }) => url)),
        DATABASE_DIRECT_URL: jointUrl(direct),
      })
    } finally {
      for (const pooler of poolers) await pooler.stop()
    }
  })
})
