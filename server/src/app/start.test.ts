// The service as processes: several on one database, and how one goes down.

import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { andenJson, launch, type ServerProcess, type Settings, serve } from '../../tests/harness/command.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { addDestinatario } from '../../tests/harness/document-data.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { caller } from '../../tests/harness/http.ts'
import { rawConnection } from '../../tests/harness/raw-connection.ts'
import { until } from '../../tests/harness/until.ts'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { issueApiKey } from '../identity/issue-keys.ts'

async function settingsFor(database: TestDatabase): Promise<Settings> {
  const DATA_DIR = join(await scratch(), 'data')
  return {
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR,
    DEMO_DAYS: '60',
  }
}

async function aKey({ db }: TestDatabase) {
  const owner = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
  const client = await createClient(db, owner)
  return issueApiKey(db, { clientId: client.id, name: 'test', scopes: portalScopes })
}

const portalOf = (server: ServerProcess, token?: string) => caller(`${server.url}/api/v1/portal`, token)

describe('several processes', () => {
  // All tests use the same two: a process that starts takes more than a second of CPU time.
  let empty: TestDatabase
  let given: Settings
  let servers: ServerProcess[]
  beforeAll(async () => {
    empty = await emptyDatabase()
    given = await settingsFor(empty)
    servers = await Promise.all([1, 2].map(() => serve(given, ['--demo'])))
  })

  test('that start at once on an empty database all come up, and serve one and the same demo', async () => {
    const tokens = servers.map((server) => /pk_\w{46}/.exec(server.stderr())?.[0])
    expect(tokens[0]).toBeDefined()
    expect(tokens[0]).toBe(tokens[1])
    const pages = await Promise.all(servers.map((server) => portalOf(server, tokens[0]).get('/stock')))
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(pages[0]?.body.data.length).toBeGreaterThan(0)
    expect(pages[0]?.text).toBe(pages[1]?.text)
  })

  test('all refuse a key within a second of its being revoked', async () => {
    const key = await aKey(empty)
    const statuses = () =>
      Promise.all(servers.map(async (server) => (await portalOf(server, key.token).get('/stock')).status))
    expect(await statuses()).toEqual([200, 200])
    await andenJson(['key', 'revoke', key.id], given)
    await until('both refuse the key', async () => (await statuses()).join() === '401,401', 1000)
  })

  test('at SIGTERM write the requests that are not logged yet, and exit with 0', async () => {
    const { token } = await aKey(empty)
    const answers = await Promise.all(
      servers.map((server) => portalOf(server, token).post('/destinatarios', { name: 'Vinoteca' })),
    )
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual([0, 0])
    const ids = answers.map(({ headers }) => headers.get('x-request-id')).sort()
    const logged = await empty.db.rows(sql`
      select id, status
      from (select 'req_' || replace(id::text, '-', '') as id, status from requests) as logged
      where id = any(${ids}) order by id`)
    expect(logged).toEqual(ids.map((id) => ({ id, status: 201 })))
    await empty.drop()
  })
})

describe.concurrent('SIGTERM', () => {
  test('lets a request in flight have its answer, frees the port and exits with 0', async () => {
    const { server, answer, lock } = await withRequestInFlight()
    server.signal('SIGTERM')
    await until('nobody new is let in', async () => !(await isListening(server)))
    await lock.release()
    expect(await answer).toMatchObject({ status: 200 })
    // Although the client keeps its connection open, and long before those who hang are cut off.
    await until('the process has ended', () => server.exitCode() !== undefined, 5000)
    expect(server.exitCode()).toBe(0)
    expect(await isListening(server)).toBe(false)
  })

  test('does not wait for ever: breaks off what hangs, and no part of an unread export looks like the whole', async () => {
    const { server, token, answer, lock } = await withRequestInFlight(fillWithLargeOrders)
    const head = `Host: localhost\r\nAccept: text/csv\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const connections = await Promise.all(
      ['1.1', '1.0'].map(async (version) => {
        const { socket, send } = rawConnection(server.url)
        const ended = new Promise<unknown>((resolve) => {
          socket.once('error', resolve)
          socket.once('end', () => resolve('ended well'))
        })
        send(`GET /api/v1/portal/orders HTTP/${version}\r\n${head}`)
        await once(socket, 'data')
        socket.pause()
        return { socket, ended }
      }),
    )
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await answer).toBeInstanceOf(Error)
    for (const { socket, ended } of connections) {
      socket.resume()
      expect(await ended).toMatchObject({ code: 'ECONNRESET' })
    }
    await lock.release()
  })

  test('during the start lets the start come to its end, and exits with 0', async () => {
    const own = await cloneDatabase()
    const migrating = await own.db.connect()
    await migrating.query('select pg_advisory_lock(7263548110)')
    const starting = launch(['serve'], { ...(await settingsFor(own)), PORT: '0' })
    await until('the start waits for its turn to migrate', () =>
      starting.stderr().includes('another process is migrating'),
    )
    starting.signal('SIGTERM')
    await until('the signal is seen', () => starting.stderr().includes('SIGTERM'))
    expect(starting.exitCode()).toBeUndefined()
    await migrating.end()
    await until('the process has ended', () => starting.exitCode() !== undefined)
    expect(starting.exitCode()).toBe(0)
    await own.drop()
  })
})

/** As CSV, 18 MB: more than the buffers of a connection take. */
async function fillWithLargeOrders({ db }: TestDatabase, clientId: string) {
  const destinatario = await addDestinatario(db, clientId)
  for (let first = 1; first <= 3_000; first += 500) {
    await db.run(sql`
      insert into orders (id, client_id, order_number, status, destinatario_id, notes)
      select gen_random_uuid(), ${clientId}, 'PED-' || i, 'pending', ${destinatario}, repeat('€', 2000)
      from generate_series(${first}::int, ${first + 499}::int) as i`)
  }
}

/** A server of its own with a request that waits, as a slow one would, behind a lock on the products. */
async function withRequestInFlight(prepare: typeof fillWithLargeOrders = async () => {}) {
  const own = await cloneDatabase()
  const { token, client_id } = await aKey(own)
  await prepare(own, client_id)
  const server = await serve(await settingsFor(own))
  const client = await own.db.connect()
  await client.query('begin')
  await client.query('lock table products in access exclusive mode')
  const answer = portalOf(server, token)
    .get('/stock')
    .catch((error: Error) => error)
  await until('the request waits in the database', () => isSomebodyWaiting(own))
  const lock = {
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
  return { server, token, answer, lock }
}

async function isSomebodyWaiting({ db }: TestDatabase): Promise<boolean> {
  const waiting = await db.rows(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting.length > 0
}

function isListening({ url }: ServerProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
}
