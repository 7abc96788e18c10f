// A live stream lasts as long as its credentials, and no process waits for one when it stops.
import { afterEach, describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { addAccountEntries } from '../../tests/harness/document-data.ts'
import { bearer, type LiveClient, listen } from '../../tests/harness/live-client.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { startSecondProcess, type TestClient } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'
import { issueApiKey, issueStaffKey } from '../identity/issue-keys.ts'

const hour = 3_600_000
const clock = controlledClock(new Date().toISOString())
const service = await useService({ clock: clock.now, live: { pollMs: 20 } })
const { db } = service
const portal = service.url + portalPrefix
const backoffice = service.url + backofficePrefix
const staff = await service.aStaffMember()

const open: LiveClient[] = []
afterEach(() => Promise.all(open.splice(0).map((stream) => stream.leave())))
async function follow(...given: Parameters<typeof listen>) {
  const stream = await listen(...given)
  open.push(stream)
  return stream
}

/** Another stream of the client is still served. */
async function expectStillOpen(stream: LiveClient, { id }: TestClient) {
  await addAccountEntries(db, id, [{ type: 'payment', amount: 1 }])
  await stream.heard('account')
  expect(stream.state.hasEnded).toBe(false)
}

describe('the stream ends when', () => {
  test('its key is revoked, and that of another key goes on', async () => {
    const client = await service.aClient()
    const other = await issueApiKey(db, { clientId: client.id, name: 'other', scopes: ['read:account'] })
    const [stream, kept] = [
      await follow(portal, bearer(client.token)),
      await follow(portal, bearer(other.token)),
    ]
    await staff.delete(`/clients/${client.id}/keys/${client.keyId}`)
    await stream.ended()
    await expectStillOpen(kept, client)
  })

  test('its key expires', async () => {
    const client = await service.aClient()
    const expiresAt = new Date(clock.now() + hour).toISOString()
    const key = await issueApiKey(db, { clientId: client.id, name: 'x', scopes: ['read:account'], expiresAt })
    const [stream, kept] = [
      await follow(portal, bearer(key.token)),
      await follow(portal, bearer(client.token)),
    ]
    clock.advance(hour)
    await stream.ended()
    await expectStillOpen(kept, client)
  })

  test('its client is suspended, for keys and sessions', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const { cookie } = await client.aUser()
    const streams = [await follow(portal, bearer(client.token)), await follow(portal, { cookie })]
    const kept = await follow(portal, bearer(other.token))
    await staff.patch(`/clients/${client.id}`, { status: 'suspended' })
    for (const stream of streams) await stream.ended()
    await expectStillOpen(kept, other)
  })

  test('its session is signed out, and the other sessions of the person go on', async () => {
    const client = await service.aClient()
    const [person, kept] = [await client.aUser(), await client.aUser()]
    const [stream, other] = [
      await follow(portal, { cookie: person.cookie }),
      await follow(portal, { cookie: kept.cookie }),
    ]
    await db.run(sql`delete from sessions where id = ${person.sessionId}`)
    await stream.ended()
    await expectStillOpen(other, client)
  })

  test('its session has not been used for 12 hours: listening does not count as use', async () => {
    const client = await service.aClient()
    const { cookie } = await client.aUser()
    const stream = await follow(portal, { cookie })
    clock.advance(12 * hour + 1)
    await stream.ended()
  })

  test('a staff key is revoked, and when a person of the staff loses staff:read', async () => {
    const key = await issueStaffKey(db, { name: 'test', scopes: ['staff:read'] })
    const person = await service.aStaffUser(['staff:read'])
    const byKey = await follow(backoffice, bearer(key.token))
    const bySession = await follow(backoffice, { cookie: person.cookie })
    await db.run(sql`update staff_keys set revoked_at = now() where id = ${key.id}`)
    await byKey.ended()
    expect(bySession.state.hasEnded).toBe(false)
    expect((await staff.patch(`/users/${person.id}`, { scopes: ['staff:orders'] })).status).toBe(200)
    await bySession.ended()
  })
})

describe('a key or session', () => {
  test('has at most 20 streams; one that ends makes room', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const { cookie, api } = await client.aUser()
    for (const credential of [bearer(client.token), { cookie }]) {
      for (let i = 0; i < 20; i++) await follow(portal, credential)
    }
    for (const caller of [client.portal, api]) {
      const answer = await caller.get('/live')
      expectProblem(answer, 'live/too-many-streams')
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await other.portal.get('/live')).status).toBe(200)
    await open[0]?.leave()
    await until('there is room again', async () => (await client.portal.get('/live')).status === 200)
  })

  test('counts a stream as one read', async () => {
    const client = await service.aClient({ rateLimits: { read_per_hour: 2 } })
    await follow(portal, bearer(client.token))
    const left = (await client.portal.get('/stock')).headers.get('x-ratelimit-remaining')
    expect(left).toBe('0')
    expectProblem(await client.portal.get('/live'), 'rate-limit/exceeded')
  })
})

test('a process that stops ends its streams, does not wait for them, and takes no more', async () => {
  const client = await service.aClient()
  const second = await startSecondProcess(service)
  const stream = await listen(second.url + portalPrefix, bearer(client.token))
  await second.stop()
  await stream.ended()
  await expect(listen(second.url + portalPrefix, bearer(client.token))).rejects.toThrow()
  const again = await follow(portal, bearer(client.token), stream.state.lastEventId)
  await expectStillOpen(again, client)
})
