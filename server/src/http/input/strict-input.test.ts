import { describe, expect, test } from 'vitest'
import { addDestinatario } from '../../../tests/harness/document-data.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'

const service = await useService()
const client = await service.aClient()
const portal = client.portal
await addDestinatario(service.db, client.id)

async function faults(path: string) {
  return expectProblem(await portal.get(path), 'validation/invalid-parameter').errors
}

describe('query parameters', () => {
  test('an unknown one is refused with the list of known ones', async () => {
    expect(await faults('/remitos?tipe=ingreso')).toEqual([
      {
        pointer: 'tipe',
        detail:
          'is not a known parameter: did you mean type? The known ones are remito_number, q, source_order_id, type, from, to, accepted, limit, cursor',
      },
    ])
  })

  test('a name in another case is unknown', async () => {
    expect(await faults('/orders?Status=pending')).toMatchObject([{ pointer: 'Status' }])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a/b', 'a~b'])(
    '%s is unknown like any other',
    async (name) => {
      const found = await faults(`/stock?${encodeURIComponent(name)}=1`)
      expect(found).toMatchObject([{ detail: expect.stringContaining('is not a known parameter') }])
    },
  )

  test('a repeated one is refused, even with the same value', async () => {
    const twice = [{ pointer: 'type', detail: 'has several values, and takes one: send a request for each' }]
    expect(await faults('/remitos?type=ingreso&type=egreso')).toEqual(twice)
    expect(await faults('/remitos?type=ingreso&type=ingreso')).toEqual(twice)
    expect(await faults('/remitos?limit=1&limit=1')).toMatchObject([{ pointer: 'limit' }])
    expect(await faults('/remitos?cursor=a&cursor=b')).toMatchObject([{ pointer: 'cursor' }])
  })

  test('U+0000 is refused in text', async () => {
    expect(await faults('/destinatarios?name=vino%00teca')).toEqual([
      { pointer: 'name', detail: 'must not contain the character U+0000' },
    ])
  })

  test.each(['%00', 'a%00b', '%F1', 'a'.repeat(10_000), ''])(
    'a cursor of %s is a corrupt cursor',
    async (cursor) => {
      expectProblem(await portal.get(`/stock?cursor=${cursor}`), 'validation/invalid-cursor')
    },
  )

  test('a corrupt cursor is listed with the other errors', async () => {
    expect(await faults('/stock?cursor=%00&surprise=1')).toMatchObject([
      { pointer: 'cursor' },
      { pointer: 'surprise' },
    ])
  })

  test('an unencoded plus sign is refused with a hint', async () => {
    expect(await faults('/orders?from=2026-05-01T00:00:00+03:00')).toEqual([
      { pointer: 'from', detail: expect.stringContaining('write a "+" in a URL as %2B') },
    ])
  })

  test('all errors are in one response, and the detail counts them', async () => {
    const answer = await portal.get('/orders?status=open&limit=x&from=now&surprise=1')
    const problem = expectProblem(answer, 'validation/invalid-parameter')
    const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual(['from', 'limit', 'status', 'surprise'])
    expect(problem.detail).toContain('and 3 more')
  })

  test('at most 20 errors are listed', async () => {
    const query = Array.from({ length: 30 }, (_, i) => `p${i}=1`).join('&')
    expect(await faults(`/stock?${query}`)).toHaveLength(20)
  })

  test('an empty query equals no query', async () => {
    expect((await portal.get('/stock?')).status).toBe(200)
  })
})

describe('paths', () => {
  test.each([
    ...['/', '/nothing', '/health/', '/stock//lots', '/Stock', '/stock/lots/more', '/../portal/stock2'],
    ...['/orders/', '/stock/', '/webhooks//deliveries', '/webhooks/', '/orders//attachments'],
  ])('%s is not found', async (path) => {
    expectProblem(await portal.get(path), 'routing/not-found')
  })

  test('an empty id is not found with any method, nor in the back office', async () => {
    const staff = await service.aStaffMember()
    for (const method of ['GET', 'PATCH', 'DELETE', 'PUT']) {
      expectProblem(await portal.call(method, '/orders/'), 'routing/not-found')
      expectProblem(await staff.call(method, '/orders/'), 'routing/not-found')
    }
    expectProblem(await staff.get('/clients//keys'), 'routing/not-found')
  })

  test('the prefix alone is not found', async () => {
    expectProblem(await portal.get(''), 'routing/not-found')
  })

  test.each(['/stock/%zz', '/stock/%', '/remitos/%ff'])('%s is refused as badly encoded', async (path) => {
    const { errors } = expectProblem(await portal.get(path), 'validation/invalid-parameter')
    expect(errors).toHaveLength(1)
  })

  test.each([201, 2000, 12_000])(
    'an id of %i characters is refused like any other non-UUID',
    async (length) => {
      const id = [{ pointer: 'id', detail: 'must be a UUID' }]
      expect(await faults(`/remitos/${'a'.repeat(length)}`)).toEqual(id)
      expect(await faults(`/webhooks/${'a'.repeat(length)}/deliveries`)).toEqual(id)
    },
  )

  test('the instance is the path without its query', async () => {
    const { instance } = (await portal.get('/stock?surprise=1')).body
    expect(instance).toBe('/api/v1/portal/stock')
  })
})
