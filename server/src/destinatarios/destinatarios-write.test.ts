import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()

const whole = {
  name: 'Vinoteca del Centro',
  address: 'Av. San Martín 1250',
  phone: '+54 261 555-0100',
  city: 'Mendoza',
  province: 'Mendoza',
  postal_code: 'M5500',
  email: 'compras@vinoteca.example',
  cuit_dni: '20123456786',
  iva_condition: 'responsable_inscripto',
  delivery_schedule: 'Lunes a viernes de 9 a 13',
}
const nothingElse = Object.fromEntries(Object.keys(whole).map((name) => [name, null]))
const stamps = { id: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String) }

describe('POST /destinatarios', () => {
  test('keeps every field, and says where it can be read', async () => {
    const { portal } = await service.aClient()
    const answer = await portal.post('/destinatarios', whole)
    expect([answer.status, answer.body]).toEqual([201, { ...whole, ...stamps }])
    expect(answer.headers.get('location')).toBe(
      `${service.url}/api/v1/portal/destinatarios/${answer.body.id}`,
    )
    expect((await portal.get(`/destinatarios/${answer.body.id}`)).body).toEqual(answer.body)
  })

  test('needs only a name: everything else may be null or omitted', async () => {
    const { portal } = await service.aClient()
    for (const body of [{ name: 'Ana' }, { ...nothingElse, name: 'Ana' }]) {
      const answer = await portal.post('/destinatarios', body)
      expect([answer.status, answer.body]).toEqual([201, { ...nothingElse, name: 'Ana', ...stamps }])
    }
    expectRefusal(await portal.post('/destinatarios', {}), 'validation/invalid-body', {
      errors: [{ pointer: '/name', detail: 'is required' }],
    })
  })

  test.each([
    ['20-12345678-6', '20123456786'],
    ['20123456786', '20123456786'],
    ['30.456.789', '30456789'],
    ['5123456', '5123456'],
  ])('keeps the CUIT or DNI %s as %s', async (given, kept) => {
    const { portal } = await service.aClient()
    const { body } = await portal.post('/destinatarios', { name: 'Ana', cuit_dni: given })
    expect(body.cuit_dni).toBe(kept)
    const { body: changed } = await portal.patch(`/destinatarios/${body.id}`, { cuit_dni: '27-11111111-7' })
    expect(changed.cuit_dni).toBe('27111111117')
  })
})

describe('PATCH /destinatarios/{id}', () => {
  test('changes what is named, clears what is null, and leaves the rest', async () => {
    const { portal } = await service.aClient()
    const { body: before } = await portal.post('/destinatarios', whole)
    const answer = await portal.patch(`/destinatarios/${before.id}`, { city: 'Maipú', phone: null })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...before,
      city: 'Maipú',
      phone: null,
      updated_at: answer.body.updated_at,
    })
    expect(answer.body.updated_at > before.updated_at).toBe(true)
    const { body: empty } = await portal.patch(`/destinatarios/${before.id}`, {
      ...nothingElse,
      name: 'Otra',
    })
    expect(empty).toMatchObject({ ...nothingElse, name: 'Otra' })
    expect((await portal.get('/destinatarios?name=OTRA')).body.data).toEqual([empty])
  })

  test('of {} returns 200 with the unchanged destinatario', async () => {
    const { portal } = await service.aClient()
    const { body } = await portal.post('/destinatarios', whole)
    const answer = await portal.patch(`/destinatarios/${body.id}`, {})
    expect([answer.status, answer.body]).toEqual([200, body])
  })

  test('cannot clear the name, and then changes nothing', async () => {
    const { portal } = await service.aClient()
    const { body } = await portal.post('/destinatarios', whole)
    for (const [name, detail] of [
      [null, 'must be a string'],
      ['', 'must not be empty'],
    ]) {
      const answer = await portal.patch(`/destinatarios/${body.id}`, { name, city: 'Maipú' })
      expectRefusal(answer, 'validation/invalid-body', { errors: [{ pointer: '/name', detail }] })
    }
    expect((await portal.get(`/destinatarios/${body.id}`)).body).toEqual(body)
  })
})

describe('DELETE /destinatarios/{id}', () => {
  test('removes it from lists and new orders; existing orders keep it', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: placed } = await order(client, 1)
    const { portal, destinatarioId } = client
    const answer = await portal.delete(`/destinatarios/${destinatarioId}`)
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null])
    expect((await portal.get('/destinatarios')).body.data).toEqual([])
    expect((await portal.get('/destinatarios?name=vino')).body.data).toEqual([])
    expectRefusal(await portal.get(`/destinatarios/${destinatarioId}`), 'destinatarios/not-found')
    expectRefusal(await portal.patch(`/destinatarios/${destinatarioId}`, {}), 'destinatarios/not-found')
    expectRefusal(await portal.delete(`/destinatarios/${destinatarioId}`), 'destinatarios/not-found')
    expect((await order(client, 1)).body.type).toMatch(/orders\/unknown-destinatario$/)
    const { body: kept } = await portal.get(`/orders/${placed.id}`)
    expect(kept).toMatchObject({ destinatario_id: destinatarioId, delivery_contact: 'Vinoteca, 1' })
    const { body: listed } = await portal.get(`/orders?destinatario_id=${destinatarioId}`)
    expect(listed.data).toHaveLength(1)
    expect((await warehouse.act(placed.id, 'approve')).status).toBe(200)
  })

  test('and every other write returns 404 for an unknown id or another client’s', async () => {
    const [{ portal }, other] = [await service.aClient(), await warehouse.aStockedClient(0)]
    for (const id of [other.destinatarioId, uuidv7()]) {
      expectRefusal(await portal.delete(`/destinatarios/${id}`), 'destinatarios/not-found')
      expectRefusal(await portal.patch(`/destinatarios/${id}`, { name: 'X' }), 'destinatarios/not-found')
    }
    expect((await other.portal.get('/destinatarios')).body.data).toMatchObject([{ name: 'Vinoteca' }])
  })
})
