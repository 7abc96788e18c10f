// The service as processes: several on one database, and how one goes down.
import { connect } from 'node:net'
import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratch } from './db/embedded/trial.ts'
import { createClient } from './identity/create-client.ts'
import { issueApiKey } from './identity/issue-keys.ts'
import { andenJson, type Server, type Settings, serve, until } from './testing/command.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from './testing/database.ts'
import { caller } from './testing/http.ts'

let database: TestDatabase
let settings: Settings
beforeAll(async () => {
  database = await cloneDatabase()
  settings = await settingsFor(database)
})
afterAll(() => database.drop())

async function settingsFor({ url }: TestDatabase): Promise<Settings> {
  const DATA_DIR = join(await scratch(), 'data')
  return { DATABASE_URL: url, SECRET_KEY: '0123456789abcdef0123456789abcdef', DATA_DIR }
}

async function aKey() {
  const owner = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
  const client = await createClient(database.db, owner)
  return issueApiKey(database.db, { clientId: client.id, name: 'test', scopes: portalScopes })
}

const portalOf = (server: Server, token?: string) => caller(`${server.url}/api/v1/portal`, token)

describe('several processes', () => {
  test('that start at once on an empty database all come up, and serve one and the same demo', async () => {
    const empty = await emptyDatabase()
    const given = await settingsFor(empty)
    const servers = await Promise.all([1, 2].map(() => serve(given, ['--demo'])))
    const tokens = servers.map((server) => /pk_\w{46}/.exec(server.stderr())?.[0])
    expect(tokens[0]).toBeDefined()
    expect(tokens[0]).toBe(tokens[1])
    const pages = await Promise.all(servers.map((server) => portalOf(server, tokens[0]).get('/stock')))
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(pages[0]?.body.data.length).toBeGreaterThan(0)
    expect(pages[0]?.text).toBe(pages[1]?.text)
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual([0, 0])
    await empty.drop()
  })

  test('all refuse a key within a second of its being revoked', async () => {
    const key = await aKey()
    const servers = await Promise.all([serve(settings), serve(settings)])
    const statuses = () =>
      Promise.all(servers.map(async (server) => (await portalOf(server, key.token).get('/stock')).status))
    expect(await statuses()).toEqual([200, 200])
    await andenJson(['key', 'revoke', key.id], settings)
    await until('both refuse the key', async () => (await statuses()).join() === '401,401', 1000)
  })
})

describe('SIGTERM', () => {
  test('lets a request in flight have its answer, frees the port and exits with 0', async () => {
    const { token } = await aKey()
    const server = await serve(settings)
    const lock = await lockProducts()
    const answer = portalOf(server, token).get('/stock')
    await until('the request waits in the database', lock.isWaitedFor)

    server.signal('SIGTERM')
    await until('nobody new is let in', async () => !(await isListening(server)))
    await lock.release()
    expect((await answer).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await isListening(server)).toBe(false)
  })

  test('does not wait for ever for a request that hangs', async () => {
    const { token } = await aKey()
    const server = await serve(settings)
    const lock = await lockProducts()
    const answer = portalOf(server, token)
      .get('/stock')
      .catch((error: Error) => error)
    await until('the request waits in the database', lock.isWaitedFor)
    const cut = server.end('SIGTERM')
    expect(await answer).toBeInstanceOf(Error)
    expect(await cut).toBe(0)
    await lock.release()
  })

  test('during the start waits for the start, and exits with 0', async () => {
    const blocker = await database.db.connect()
    await blocker.query('select pg_advisory_lock(7263548110)')
    const starting = serve(settings).catch((error: Error) => error)
    await until('the start waits for its turn to migrate', () => isWaitedFor('advisory'))
    const { rows } = await blocker.query(
      `select count(*) from pg_locks where locktype = 'advisory' and not granted`,
    )
    expect(Number(rows[0].count)).toBe(1)
    await blocker.end()
    const server = (await starting) as Server
    expect(await server.end('SIGINT')).toBe(0)
  })
})

/** Makes every read of stock wait, as a slow one would. */
async function lockProducts() {
  const client = await database.db.connect()
  await client.query('begin')
  await client.query('lock table products in access exclusive mode')
  return {
    isWaitedFor: () => isWaitedFor('relation'),
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}

async function isWaitedFor(kind: string): Promise<boolean> {
  const client = await database.db.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_locks
       where locktype = $1 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    )
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}

function isListening({ url }: Server): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
}
