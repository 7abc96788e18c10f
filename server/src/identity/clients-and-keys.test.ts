import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { race, rounds, tally } from '../../tests/harness/race.ts'

const clock = controlledClock(new Date().toISOString())
const service = await useService({
  clock: clock.now,
  rateLimits: { read_per_hour: 500, write_per_hour: 400, burst_per_minute: 300 },
})
const staff = await service.aStaffMember()

const makeKey = (clientId: string, more: Record<string, unknown> = {}) =>
  staff.post(`/clients/${clientId}/keys`, { name: 'ERP', scopes: ['read:stock'], ...more })
const me = async (token: string) => service.portal(token).get('/me')
const refused = async (token: string) => expectRefusal(await me(token), 'auth/invalid-key')
const keyOf = async (clientId: string, keyId: string) => {
  const { body } = await staff.get(`/clients/${clientId}/keys`)
  return body.data.find(({ id }: { id: string }) => id === keyId)
}
const days = (count: number) => count * 86_400_000

describe('clients', () => {
  test('are created, listed newest first, and changed field by field', async () => {
    const given = {
      name: 'Bodega Ñandú',
      email: 'bodega@bodega.example',
      cuit_dni: '30-70777070-4',
      address: 'Ruta 7 km 1047, Luján de Cuyo',
      iva_condition: 'responsable_inscripto',
    }
    const answer = await staff.post('/clients', given)
    const stamps = { created_at: expect.any(String), updated_at: expect.any(String) }
    const defaults = { status: 'active', mail_remitos: false }
    const client = { ...given, ...defaults, id: expect.any(String), cuit_dni: '30707770704', ...stamps }
    expect([answer.status, answer.body]).toEqual([201, client])
    const path = `/clients/${answer.body.id}`
    expect(answer.headers.get('location')).toBe(`${service.url}/api/v1/backoffice${path}`)
    expect((await staff.get(path)).body).toEqual(answer.body)
    expect((await staff.get('/clients?limit=1')).body.data).toEqual([{ ...answer.body, balance: 0 }])
    expect((await staff.patch(path, {})).body).toEqual(answer.body)
    const changed = await staff.patch(path, { email: 'otra@bodega.example', cuit_dni: '20-12345678-6' })
    expect(changed.body).toMatchObject({ ...given, email: 'otra@bodega.example', cuit_dni: '20123456786' })
    expect((await staff.patch(path, { iva_condition: 'exento' })).body.iva_condition).toBe('exento')
    expect((await staff.patch(path, { mail_remitos: true })).body.mail_remitos).toBe(true)
    const cleared = { cuit_dni: null, address: null, iva_condition: null }
    expect((await staff.patch(path, cleared)).body).toMatchObject(cleared)
    const { body: key } = await makeKey(answer.body.id)
    expect((await me(key.token)).body.client).toEqual({
      id: answer.body.id,
      name: given.name,
      email: 'otra@bodega.example',
      cuit_dni: null,
      environment: 'live',
    })
  })

  test.each([
    [{ name: '  ' }, '/name'],
    [{ name: null }, '/name'],
    [{ email: 'nobody' }, '/email'],
    [{ email: null }, '/email'],
    [{ cuit_dni: '30-70777070-7' }, '/cuit_dni'],
    [{ address: ' ' }, '/address'],
    [{ iva_condition: 'inscripto' }, '/iva_condition'],
    [{ status: 'closed' }, '/status'],
    [{ id: uuidv7() }, '/id'],
  ])('cannot be given %j', async (given, pointer) => {
    const { id } = await service.aClient()
    const whole = { name: 'Bodega', email: 'bodega@bodega.example', ...given }
    const answers = [await staff.patch(`/clients/${id}`, given), await staff.post('/clients', whole)]
    for (const answer of answers) {
      const { errors } = expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
      expect(errors[0].pointer).toBe(pointer)
    }
  })

  describe('have a CUIT or DNI of their own', () => {
    const add = (cuit_dni: string | null) =>
      staff.post('/clients', { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni })
    const give = (id: string, cuit_dni: string | null) => staff.patch(`/clients/${id}`, { cuit_dni })

    test('which no other client can take until it is free', async () => {
      const { body: first } = await add('30-71000001-4')
      const { body: second } = await add(null)
      for (const answer of [await add('30710000014'), await give(second.id, '30-71000001-4')])
        expect(expectRefusal(answer, 'clients/duplicate-cuit').detail).toContain(first.id)
      expect((await give(first.id, '30710000014')).status).toBe(200)
      expect((await give(first.id, '12.345.678')).body.cuit_dni).toBe('12345678')
      expect((await give(second.id, '30-71000001-4')).status).toBe(200)
      expectRefusal(await add('12345678'), 'clients/duplicate-cuit')
      expect((await add(null)).status).toBe(201)
    })

    test('which only one of many concurrent requests gets, whether creating or updating', async () => {
      const others = await Promise.all([add(null), add(null)])
      await rounds(5, async (round) => {
        const cuit = `${20_000_000 + round}`
        const answers = await race([
          ...others.map(
            ({ body }) =>
              () =>
                give(body.id, cuit),
          ),
          () => add(cuit),
          () => add(cuit),
        ])
        expect(tally(answers)).toMatchObject({ '409 clients/duplicate-cuit': 3 })
      })
    })
  })

  test('have a name of up to 200 code points', async () => {
    const given = { name: '🍷'.repeat(200), email: 'bodega@bodega.example' }
    expect((await staff.post('/clients', given)).body.name).toBe(given.name)
  })

  test('are refused from the next request after suspension, and admitted again once active', async () => {
    const { id, portal } = await service.aClient()
    expect((await portal.get('/stock')).status).toBe(200)
    expect((await staff.patch(`/clients/${id}`, { status: 'suspended' })).body.status).toBe('suspended')
    for (const answer of [await portal.get('/stock'), await portal.post('/destinatarios', { name: 'X' })])
      expectRefusal(answer, 'auth/client-suspended')
    expect((await portal.get('/health')).status).toBe(200)
    await staff.patch(`/clients/${id}`, { status: 'active' })
    expect((await portal.get('/stock')).status).toBe(200)
  })
})

describe('keys', () => {
  test('show their token once, and are listed without it', async () => {
    const { id } = await service.aClient()
    const { status, body } = await makeKey(id, { name: 'WMS', scopes: ['read:stock', 'write:orders'] })
    expect(status).toBe(201)
    const { token, ...key } = body
    expect(token).toMatch(/^pk_[0-9A-Za-z]{46}$/)
    expect(key).toEqual({
      id: expect.any(String),
      client_id: id,
      client_name: expect.any(String),
      name: 'WMS',
      key_prefix: token.slice(0, 10),
      scopes: ['read:stock', 'write:orders'],
      rate_limits: { read_per_hour: null, write_per_hour: null, burst_per_minute: null },
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    })
    expect(await keyOf(id, key.id)).toEqual(key)
    const { body: identity } = await me(token)
    expect(identity.key).toMatchObject({ id: key.id, name: 'WMS', scopes: key.scopes })
    expect(identity.rate_limits).toEqual({ read_per_hour: 500, write_per_hour: 400, burst_per_minute: 300 })
  })

  test('enforce the limits set for them', async () => {
    const { id } = await service.aClient()
    const { body } = await makeKey(id, { rate_limits: { read_per_hour: 3, write_per_hour: null } })
    expect(body.rate_limits).toEqual({ read_per_hour: 3, write_per_hour: null, burst_per_minute: null })
    const answers = [await me(body.token), await me(body.token), await me(body.token), await me(body.token)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[0]?.body.rate_limits).toMatchObject({ read_per_hour: 3, write_per_hour: 400 })
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('3')
  })

  test.each([
    ['Z', 'Z', 0],
    ['an offset that PostgreSQL does not support', '+18:00', -18],
  ])('expire at the given time, with %s', async (_, zone, hours) => {
    const { id } = await service.aClient()
    const moment = new Date(Math.floor(clock.now() / 1000) * 1000 + days(2))
    const local = new Date(moment.getTime() - hours * 3_600_000).toISOString().slice(0, 19)
    const { body, status, text } = await makeKey(id, { expires_at: `${local}${zone}` })
    expect(status, text).toBe(201)
    expect(body.expires_at).toBe(moment.toISOString())
    clock.set(moment.getTime() - 1)
    expect((await me(body.token)).status).toBe(200)
    clock.set(moment.getTime())
    await refused(body.token)
  })

  test('cannot be created with an expiry in the past', async () => {
    const { id } = await service.aClient()
    for (const past of [0, -1000, -days(400)]) {
      const answer = await makeKey(id, { expires_at: new Date(clock.now() + past).toISOString() })
      expectRefusal(answer, 'validation/invalid-body', {
        errors: [{ pointer: '/expires_at', detail: expect.stringMatching(/^must be in the future/) }],
      })
    }
    expect((await makeKey(id, { expires_at: new Date(clock.now() + 1).toISOString() })).status).toBe(201)
  })

  test('keep name, scopes and limits when rotated, and the old key stays valid for the grace period', async () => {
    const { id } = await service.aClient()
    const { body: old } = await makeKey(id, { rate_limits: { read_per_hour: 77 } })
    const answer = await staff.post(`/clients/${id}/keys/${old.id}/rotate`, { grace_days: 7 })
    expect(answer.status).toBe(201)
    const { name, scopes, rate_limits } = old
    expect(answer.body).toMatchObject({ name, scopes, rate_limits, client_id: id, revoked_at: null })
    expect([answer.body.id, answer.body.token]).not.toContain(old.id)
    expect(answer.body.token).not.toBe(old.token)
    const end = Date.parse((await keyOf(id, old.id)).expires_at)
    expect(end - Date.parse(answer.body.created_at)).toBe(days(7))
    clock.set(end - 1)
    for (const token of [old.token, answer.body.token]) expect((await me(token)).status).toBe(200)
    clock.set(end)
    await refused(old.token)
    expect((await me(answer.body.token)).status).toBe(200)
  })

  test('are rotated without a grace period by default, and a grace period never extends an expiry', async () => {
    const { id } = await service.aClient()
    const { body: old } = await makeKey(id)
    expect((await staff.post(`/clients/${id}/keys/${old.id}/rotate`)).status).toBe(201)
    await refused(old.token)
    expectRefusal(await staff.post(`/clients/${id}/keys/${old.id}/rotate`, {}), 'keys/not-found')
    const soon = new Date(clock.now() + days(1)).toISOString()
    const { body: short } = await makeKey(id, { expires_at: soon })
    await staff.post(`/clients/${id}/keys/${short.id}/rotate`, { grace_days: 30 })
    expect((await keyOf(id, short.id)).expires_at).toBe(soon)
    for (const grace_days of [-1, 31, '7']) {
      const answer = await staff.post(`/clients/${id}/keys/${short.id}/rotate`, { grace_days })
      expectRefusal(answer, 'validation/invalid-body', {
        errors: [{ pointer: '/grace_days', detail: expect.any(String) }],
      })
    }
  })

  test('are revoked immediately, and stay listed', async () => {
    const { id, portal, keyId } = await service.aClient()
    const [, other] = [await portal.get('/me'), await service.aClient()]
    const answer = await staff.delete(`/clients/${id}/keys/${keyId}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expectRefusal(await portal.get('/me'), 'auth/invalid-key')
    expect((await keyOf(id, keyId)).revoked_at).toEqual(expect.any(String))
    expectRefusal(await staff.delete(`/clients/${id}/keys/${other.keyId}`), 'keys/not-found')
    expect((await other.portal.get('/me')).status).toBe(200)
  })

  test.each([
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['read:stock', 'read:stock'] }, '/scopes'],
    [{ scopes: ['staff:read'] }, '/scopes/0'],
    [{ name: '' }, '/name'],
    [{ expires_at: '2030-01-01' }, '/expires_at'],
    [{ rate_limits: { read_per_hour: 0 } }, '/rate_limits/read_per_hour'],
  ])('cannot be given %j', async (given, pointer) => {
    const { errors } = expectRefusal(
      await makeKey((await service.aClient()).id, given),
      'validation/invalid-body',
      { errors: expect.any(Array) },
    )
    expect(errors[0].pointer).toBe(pointer)
  })
})
