import { describe, expect, test } from 'vitest'
import { addDestinatario, addDestinatarios } from '../../tests/harness/document-data.ts'
import type { Caller } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'

const service = await useService()

async function names(portal: Caller, filter?: string): Promise<string[]> {
  const query = filter === undefined ? '' : `?name=${encodeURIComponent(filter)}`
  const { body } = await portal.get(`/destinatarios${query}`)
  return body.data.map((row: { name: string }) => row.name)
}

async function aClientWith(list: readonly string[]) {
  const client = await service.aClient()
  await addDestinatarios(
    service.db,
    client.id,
    list.map((name) => ({ name })),
  )
  return client
}

const full = {
  name: 'Vinoteca del Centro',
  address: 'Av. San Martín 1250',
  phone: '+54 261 555-0100',
  city: 'Mendoza',
  province: 'Mendoza',
  postal_code: 'M5500',
  email: 'compras@vinoteca.example',
  cuit_dni: '20304567891',
  iva_condition: 'responsable_inscripto',
  delivery_schedule: 'Lunes a viernes de 9 a 13',
  created_at: '2026-11-02T13:45:10.250Z',
  updated_at: '2026-11-02T13:45:11.000Z',
}

describe('GET /destinatarios', () => {
  test('shows a row with all its fields, and nothing else', async () => {
    const client = await service.aClient()
    const id = await addDestinatario(service.db, client.id, full)
    const { status, body } = await client.portal.get('/destinatarios')
    expect(status).toBe(200)
    expect(body).toEqual({ data: [{ id, ...full }], next_cursor: null, has_more: false })
  })

  test('shows null for what is unknown', async () => {
    const client = await aClientWith(['Solo el nombre'])
    const { body } = await client.portal.get('/destinatarios')
    expect(body.data[0]).toEqual({
      ...Object.fromEntries(Object.keys(full).map((field) => [field, null])),
      id: expect.any(String),
      name: 'Solo el nombre',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  test('sorts by name without case and accents, by code points, the same on every database', async () => {
    const client = await aClientWith([
      'zeta',
      'Ñandú',
      'beta',
      'Álamo',
      'ALFA',
      'alfa 2',
      'ñandubay',
      '9 de Julio',
    ])
    expect(await names(client.portal)).toEqual([
      '9 de Julio',
      'Álamo',
      'ALFA',
      'alfa 2',
      'beta',
      'Ñandú',
      'ñandubay',
      'zeta',
    ])
  })

  test('sorts equal names by id', async () => {
    const client = await service.aClient()
    const added = await addDestinatarios(service.db, client.id, [{ name: 'X' }, { name: 'x' }, { name: 'X' }])
    const { body } = await client.portal.get('/destinatarios')
    expect(body.data.map((row: { id: string }) => row.id)).toEqual(added.map(({ id }) => id))
  })

  test('finds a part of the name, ignoring case and accents', async () => {
    const client = await aClientWith(['Almacén Ñandú', 'ALMACÉN PEÑA', 'Kiosco'])
    expect(await names(client.portal, 'almacén')).toEqual(['Almacén Ñandú', 'ALMACÉN PEÑA'])
    expect(await names(client.portal, 'ALMACEN')).toEqual(['Almacén Ñandú', 'ALMACÉN PEÑA'])
    expect(await names(client.portal, 'ñANDÚ')).toEqual(['Almacén Ñandú'])
    expect(await names(client.portal, 'peña')).toEqual(['ALMACÉN PEÑA'])
    expect(await names(client.portal, 'pena')).toEqual(['ALMACÉN PEÑA'])
    expect(await names(client.portal, 'kíosço')).toEqual(['Kiosco'])
    expect(await names(client.portal, '\u0301')).toEqual([])
    expect(await names(client.portal, 'n')).toEqual(['Almacén Ñandú', 'ALMACÉN PEÑA'])
    expect(await names(client.portal, 'osco')).toEqual(['Kiosco'])
    expect(await names(client.portal, 'nada')).toEqual([])
  })

  test('finds a name however its accents are encoded', async () => {
    const client = await aClientWith(['Peña'.normalize('NFD'), 'Núñez'.normalize('NFC')])
    expect(await names(client.portal, 'PEÑA'.normalize('NFC'))).toHaveLength(1)
    expect(await names(client.portal, 'núñez'.normalize('NFD'))).toHaveLength(1)
  })

  test.each([
    ['%', '100% Uva'],
    ['_', 'Bajo_Guion'],
    ['\\', 'Barra\\Inversa'],
    ['100%', '100% Uva'],
    ["d'", "D'Angelo"],
  ])('takes %s literally', async (filter, only) => {
    const client = await aClientWith(['100% Uva', 'Bajo_Guion', 'Barra\\Inversa', "D'Angelo", '1000 Uvas'])
    expect(await names(client.portal, filter)).toEqual([only])
  })

  test.each([
    ['name=', 'must not be empty'],
    [`name=${'x'.repeat(201)}`, 'must have at most 200 characters'],
  ])('refuses %.20s', async (query, detail) => {
    const client = await service.aClient()
    const answer = await client.portal.get(`/destinatarios?${query}`)
    const { errors } = expectProblem(answer, 'validation/invalid-parameter')
    expect(errors).toEqual([{ pointer: 'name', detail }])
  })

  test('shows nothing of another client', async () => {
    const client = await service.aClient()
    await aClientWith(['Ajeno'])
    expect(await names(client.portal)).toEqual([])
    expect(await names(client.portal, 'ajeno')).toEqual([])
  })
})

describe('GET /destinatarios/{id}', () => {
  test('shows the row that the list shows', async () => {
    const client = await service.aClient()
    const id = await addDestinatario(service.db, client.id, full)
    const { status, body } = await client.portal.get(`/destinatarios/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ id, ...full })
  })
})

describe('a deleted destinatario', () => {
  test('is gone from the list, from the filter and by its id', async () => {
    const client = await service.aClient()
    const id = await addDestinatario(service.db, client.id, {
      name: 'Cerrado',
      deleted_at: '2026-11-02T00:00:00Z',
    })
    expect(await names(client.portal)).toEqual([])
    expect(await names(client.portal, 'cerrado')).toEqual([])
    expectProblem(await client.portal.get(`/destinatarios/${id}`), 'destinatarios/not-found')
  })
})
