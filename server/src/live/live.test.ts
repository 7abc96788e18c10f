// The live stream over HTTP: what it reports to whom, and that a client that comes back misses nothing.
import { topics } from '@anden/contract'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addAccountEntries,
  addDestinatario,
  addRemitos,
  addTrips,
} from '../../tests/harness/document-data.ts'
import { bearer, type LiveClient, listen } from '../../tests/harness/live-client.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { startSecondProcess, type TestClient } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'
import { positionIds } from './changes.ts'

const service = await useService({ live: { pollMs: 20, heartbeatMs: 50 } })
const { db } = service
const portal = service.url + portalPrefix
const backoffice = service.url + backofficePrefix

const open: LiveClient[] = []
afterEach(() => Promise.all(open.splice(0).map((stream) => stream.leave())))
async function follow(...given: Parameters<typeof listen>) {
  const stream = await listen(...given)
  open.push(stream)
  return stream
}

/** Without the changes of its creation, which a process that already polls also reports. */
const later = ({ changes }: LiveClient) => changes.filter(({ version }) => version > 1)

const pay = ({ id }: TestClient) => addAccountEntries(db, id, [{ type: 'payment', amount: 1 }])
const versionOf = async ({ id }: TestClient, topic: string) =>
  (
    await db.one(sql<{ version: number }>`
      select version from client_versions where client_id = ${id} and topic = ${topic}`)
  ).version
const positions = positionIds(service.deps.secrets)
const positionIn = ({ state }: LiveClient, { id }: TestClient) => positions.open(state.lastEventId, id) ?? 0n
const staffToken = async (scopes = ['staff:read']) =>
  (await issueStaffKey(db, { name: 'test', scopes })).token

describe('a client', () => {
  test('gets the topics that change with their versions, and none of other clients', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const stream = await follow(portal, bearer(client.token))
    await addDestinatario(db, other.id)
    await pay(client)
    await until('the payment is reported', () => later(stream).length > 0)
    expect(later(stream)).toEqual([{ topic: 'account', version: await versionOf(client, 'account') }])
    await pay(client)
    await until('the next version is reported', () => later(stream).length === 2)
    expect(later(stream)[1]).toEqual({ topic: 'account', version: await versionOf(client, 'account') })
  })

  test('gets no event when nothing changes, but a heartbeat', async () => {
    const stream = await follow(portal, bearer((await service.aClient()).token))
    await until('the heart has beaten', () => stream.state.heartbeats > 1)
    expect(later(stream)).toEqual([])
  })

  test('gets only the topics that its scopes can read', async () => {
    const client = await service.aClient({ scopes: ['read:account', 'write:orders', 'read:events'] })
    const stream = await follow(portal, bearer(client.token))
    await db.transaction(async (tx) => {
      await addDestinatario(tx, client.id)
      await addRemitos(tx, client.id, [{}])
      await addAccountEntries(tx, client.id, [{ type: 'payment', amount: 1 }])
    })
    await stream.heard('account')
    expect(new Set(stream.changes.map(({ topic }) => topic))).toEqual(new Set(['account']))
  })

  test.each(['read:remitos', 'read:activity'])('gets remitos with %s', async (scope) => {
    const client = await service.aClient({ scopes: [scope] })
    const stream = await follow(portal, bearer(client.token))
    await addRemitos(db, client.id, [{}])
    await stream.heard('remitos')
  })

  test('can be a person who is signed in', async () => {
    const client = await service.aClient()
    const { cookie } = await client.aUser('reader')
    const stream = await follow(portal, { cookie })
    await pay(client)
    await stream.heard('account')
  })

  test('gets changes made by any process', async () => {
    const client = await service.aClient()
    const second = await startSecondProcess(service)
    const streams = [
      await follow(portal, bearer(client.token)),
      await follow(second.url + portalPrefix, bearer(client.token)),
    ]
    expect((await second.portal(client.token).post('/destinatarios', { name: 'Vinoteca' })).status).toBe(201)
    for (const stream of streams) await stream.heard('destinatarios')
    await second.stop()
  })
})

describe('the staff', () => {
  test('get the topics of every client', async () => {
    const clients = [await service.aClient(), await service.aClient()]
    const { cookie } = await service.aStaffUser(['staff:read'])
    const byKey = await follow(backoffice, bearer(await staffToken()))
    const bySession = await follow(backoffice, { cookie })
    for (const client of clients) await pay(client)
    for (const stream of [byKey, bySession]) {
      for (const client of clients) {
        const version = await versionOf(client, 'account')
        await until('the payment is reported', () =>
          later(stream).some((change) => change.client_id === client.id && change.version === version),
        )
        const ofClient = later(stream).filter(({ client_id }) => client_id === client.id)
        expect(ofClient).toEqual([{ client_id: client.id, topic: 'account', version }])
      }
    }
  })

  test('hear of trips, which belong to no client, and no client does', async () => {
    const client = await service.aClient()
    const [staffStream, ofClient] = [
      await follow(backoffice, bearer(await staffToken())),
      await follow(portal, bearer(client.token)),
    ]
    await addTrips(db, [{}])
    await pay(client)
    await staffStream.heard('trips')
    await ofClient.heard('account')
    const heard = staffStream.changes.filter(({ topic }) => topic === 'trips')
    expect(heard.at(-1)).toEqual({ client_id: null, topic: 'trips', version: expect.any(Number) })
    expect(ofClient.changes.map(({ topic }) => topic)).not.toContain('trips')
  })

  test('learn of a new client', async () => {
    const stream = await follow(backoffice, bearer(await staffToken()))
    const client = await service.aClient()
    for (const topic of topics) await stream.heard(topic, client.id)
  })
})

describe('the response', () => {
  test('is neither cached, buffered nor compressed', async () => {
    const client = await service.aClient()
    const { headers } = await follow(portal, { ...bearer(client.token), 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-limit': expect.any(String),
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('has ids that reveal nothing about the activity of the service, and are new each time', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const ids = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const stream = await follow(portal, bearer(client.token))
      ids.add(stream.state.lastEventId)
      await stream.leave()
      await pay(other)
    }
    expect(ids.size).toBe(3)
    expect(new Set([...ids].map(({ length }) => length)).size).toBe(1)
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{60,}$/)
      expect(Buffer.from(id, 'base64url').toString('latin1')).not.toMatch(/\d{4}/)
    }
  })
})

describe('Last-Event-ID', () => {
  /** Listens from the id on, and returns what was reported before a later change arrived. */
  async function reportedSince(client: TestClient, lastEventId: string) {
    return reportedTo(await follow(portal, bearer(client.token), lastEventId), client)
  }

  async function reportedTo(stream: LiveClient, client: TestClient) {
    await addRemitos(db, client.id, [{}])
    // Its first version may be reported, too: by a process that polls, or because an older transaction was still running.
    await until('the remito is reported', () => later(stream).some(({ topic }) => topic === 'remitos'))
    return later(stream)
      .map(({ topic }) => topic)
      .filter((topic) => topic !== 'remitos')
  }

  test('reports what has changed meanwhile, once, and nothing else', async () => {
    const client = await service.aClient()
    const before = await follow(portal, bearer(client.token))
    await before.leave()
    for (let i = 0; i < 3; i++) await pay(client)
    expect(await reportedSince(client, before.state.lastEventId)).toEqual(['account'])
  })

  test('reports it once also to a stream that is opened while the process reads what has changed', async () => {
    const client = await service.aClient()
    await follow(backoffice, bearer(await staffToken()))
    const before = await follow(portal, bearer(client.token))
    await before.leave()
    const staffChange = await db.connect()
    await staffChange.query('begin; lock table staff_keys')
    await until('the process waits for the keys of its listeners', async () => {
      const waiting = await db.rows(sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_current_snapshot%'`)
      return waiting.length > 0
    })
    await pay(client)
    const stream = await follow(portal, bearer(client.token), before.state.lastEventId)
    await staffChange.query('commit')
    await staffChange.end()
    await stream.heard('account')
    expect(await reportedTo(stream, client)).toEqual(['account'])
  })

  test('of the last event reports nothing that this stream has reported', async () => {
    const client = await service.aClient()
    const before = await follow(portal, bearer(client.token))
    await pay(client)
    await before.heard('account')
    const { paidIn } = await db.one(sql<{ paidIn: string }>`
      select changed_in::text as "paidIn" from client_versions where client_id = ${client.id} and topic = 'account'`)
    await until(
      'the id of the stream is past the payment',
      async () => positionIn(before, client) > BigInt(paidIn),
    )
    expect(await reportedSince(client, before.state.lastEventId)).toEqual([])
  })

  test('reports a change that began before the id and was committed after it', async () => {
    const client = await service.aClient()
    const transaction = await db.connect()
    await transaction.query('begin')
    await transaction.query(
      `update client_versions set version = version + 1, changed_in = pg_current_xact_id()
       where client_id = $1 and topic = 'stock'`,
      [client.id],
    )
    const before = await follow(portal, bearer(client.token))
    await pay(client)
    await before.heard('account')
    await before.leave()
    await transaction.query('commit')
    await transaction.end()
    expect(await reportedSince(client, before.state.lastEventId)).toContain('stock')
  })

  test('of another database reports everything', async () => {
    const client = await service.aClient()
    const future = positions.seal(10n ** 18n, client.id)
    const stream = await follow(portal, bearer(client.token), future)
    for (const topic of topics) await stream.heard(topic)
  })

  test('resumes from what another process has sent', async () => {
    const client = await service.aClient()
    const second = await startSecondProcess(service)
    const before = await follow(second.url + portalPrefix, bearer(client.token))
    await before.leave()
    await second.stop()
    await pay(client)
    expect(await reportedSince(client, before.state.lastEventId)).toEqual(['account'])
  })

  test('of a client reports nothing that another client has changed meanwhile', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const before = await follow(portal, bearer(client.token))
    await before.leave()
    await pay(other)
    await addDestinatario(db, other.id)
    const resumed = await follow(portal, bearer(client.token), before.state.lastEventId)
    expect(await reportedTo(resumed, client)).toEqual([])
    const version = await versionOf(client, 'remitos')
    expect(later(resumed)).toEqual([{ topic: 'remitos', version }])
  })

  test.each([
    ['is made up', () => 'x'],
    ['was one of the counter of the service', () => '48151'],
    ['is too short to be one', () => Buffer.alloc(16).toString('base64url')],
    [
      'has one bit changed',
      (_: TestClient, own: string) => own.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ],
    ['was sent to another client', (other: TestClient) => positions.seal(10n ** 18n, other.id)],
    ['was sent to the staff', () => positions.seal(10n ** 18n, null)],
  ])('that %s reports all topics of the client, and none of another', async (_, forge) => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const before = await follow(portal, bearer(client.token))
    await before.leave()
    await pay(other)
    const stream = await follow(portal, bearer(client.token), forge(other, before.state.lastEventId))
    for (const topic of topics) await stream.heard(topic)
    for (const change of stream.changes) expect(change.version).toBe(await versionOf(client, change.topic))
  })

  test('is kept until what was missed has been sent', async () => {
    const client = await service.aClient()
    const waiting = await follow(portal, bearer(client.token))
    await waiting.leave()
    const again = await follow(portal, bearer(client.token), waiting.state.lastEventId)
    expect(positionIn(again, client)).toBeGreaterThanOrEqual(positionIn(waiting, client))
  })
})
