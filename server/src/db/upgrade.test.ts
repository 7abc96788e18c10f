// What an older release wrote is still there after the migrations of a newer one.
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/database.ts'

const directory = new URL('../../migrations/', import.meta.url)

/** The texts of the migrations before and from the one with this number on. */
async function migrationsAround(number: number): Promise<[before: string[], after: string[]]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, directory), 'utf8')))
  return [texts.slice(0, number - 1), texts.slice(number - 1)]
}

test('a delivery keeps the log of its attempts when that becomes a part of its row', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  try {
    const [before, after] = await migrationsAround(15)
    for (const text of before) await connection.query(text)
    await connection.query(`
      set session_replication_role = replica;
      insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status)
      select ('00000000-0000-7000-8000-00000000000' || i)::uuid, gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), 'order.created', 'succeeded'
      from generate_series(1, 2) as i;
      insert into delivery_attempts (delivery_id, number, started_at, response_status, duration_ms, error,
        response_excerpt)
      values ('00000000-0000-7000-8000-000000000001', 2, '2026-11-02T12:00:30.25Z', 200, 40, null, 'ok'),
        ('00000000-0000-7000-8000-000000000001', 1, '2026-11-02T12:00:00Z', null, 10000, 'timed out', null);
      set session_replication_role = origin`)
    for (const text of after) await connection.query(text)
    const { rows } = await connection.query('select attempt_log from deliveries order by id')
    expect(rows).toEqual([
      {
        attempt_log: [
          {
            number: 1,
            started_at: '2026-11-02T12:00:00.000Z',
            response_status: null,
            duration_ms: 10_000,
            error: 'timed out',
            response_excerpt: null,
          },
          {
            number: 2,
            started_at: '2026-11-02T12:00:30.250Z',
            response_status: 200,
            duration_ms: 40,
            error: null,
            response_excerpt: 'ok',
          },
        ],
      },
      { attempt_log: [] },
    ])
  } finally {
    await connection.end()
    await database.drop()
  }
})
