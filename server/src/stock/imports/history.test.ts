import type { ImportedLot, StockImportRecord } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../../tests/harness/counts.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { addLot, addProduct } from '../../../tests/harness/stock-data.ts'

const service = await useService()
const staff = await service.aStaffMember(['staff:read', 'staff:stock'])

/** A client with 10 of MAL in L1 and 5 in L2. */
async function aCountedClient() {
  const client = await service.aClient()
  const { id } = await addProduct(service.db, client.id, { sku: 'MAL', name: 'Malbec', unit_type: 'caja' })
  for (const [lot_number, quantity] of [
    ['L1', 10],
    ['L2', 5],
  ] as const)
    await addLot(service.db, client.id, id, { lot_number, quantity })
  return { ...client, productId: id }
}
const file = ['sku,quantity,lot_number,name,unit_type', 'MAL,8,L1,,', 'MAL,5,L2,,', 'TOR,3,T1,Torrontés,kg']

describe('GET /stock/imports', () => {
  test('lists who imported what for whom, newest first, without dry runs and refused files', async () => {
    const [one, other] = [await aCountedClient(), await aCountedClient()]
    const [first, second] = [await sendCount(staff, one.id, file), await sendCount(staff, other.id, file)]
    await sendCount(staff, one.id, file, { dryRun: true })
    await sendCount(staff, one.id, [...file, 'NADIE,1,,,'])
    const third = await sendCount(staff, one.id, file)
    const { data }: { data: StockImportRecord[] } = (await staff.get('/stock/imports?limit=3')).body
    expect(data.map(({ id }) => id)).toEqual([third, second, first].map(({ body }) => body.id))
    expect(data.map(({ client_id }) => client_id)).toEqual([one.id, other.id, one.id])
    expect(data[2]).toEqual({
      id: first.body.id,
      client_id: one.id,
      client_name: expect.any(String),
      actor: expect.stringMatching(/^staff /),
      actor_name: 'test',
      lines: 3,
      products_created: 1,
      products_changed: 0,
      lots_created: 1,
      lots_changed: 1,
      unchanged: 1,
      created_at: expect.any(String),
    })
    expect((await staff.get(`/stock/imports/${first.body.id}`)).body).toEqual(data[2])
    const ofOne = (await staff.get(`/stock/imports?client_id=${one.id}&limit=1`)).body
    expect(ofOne.data).toEqual([data[0]])
    const next = await staff.get(`/stock/imports?client_id=${one.id}&limit=1&cursor=${ofOne.next_cursor}`)
    expect([next.body.data, next.body.has_more]).toEqual([[data[2]], false])
    const later = (await staff.get(`/stock/imports?client_id=${one.id}&from=${data[0]?.created_at}`)).body
    expect(later.data).toEqual([data[0]])
  })

  test('leads to the lots that changed, each with its product and by how much, page by page', async () => {
    const client = await aCountedClient()
    const { body } = await sendCount(staff, client.id, file)
    const path = `/stock/imports/${body.id}/lots?limit=1`
    const first = (await staff.get(path)).body
    const second = (await staff.get(`${path}&cursor=${first.next_cursor}`)).body
    expect([first.has_more, second.has_more]).toEqual([true, false])
    const found: ImportedLot[] = [...first.data, ...second.data]
    expect(
      found.map(({ products, lot_number, delta, unit_type }) => ({ products, lot_number, delta, unit_type })),
    ).toEqual([
      { products: { name: 'Malbec', sku: 'MAL' }, lot_number: 'L1', delta: -2, unit_type: 'caja' },
      { products: { name: 'Torrontés', sku: 'TOR' }, lot_number: 'T1', delta: 3, unit_type: 'kg' },
    ])
    expectProblem(await staff.get(`/stock/imports/${uuidv7()}/lots`), 'imports/not-found')
  })
})

describe('the fingerprint of a dry run', () => {
  const previewOf = async (clientId: string) =>
    (await sendCount(staff, clientId, file, { dryRun: true })).body.fingerprint as string
  const importWith = (clientId: string, fingerprint: string, headers = {}) =>
    staff.post(
      `/stock/imports?client_id=${clientId}&fingerprint=${fingerprint}`,
      new Blob([file.join('\n')]),
      { 'content-type': 'text/csv', ...headers },
    )
  const adjust = (productId: string, lot_number: string) =>
    staff.post('/stock/adjustments', { product_id: productId, delta: -1, reason: 'Rotura', lot_number })

  test('lets the import through while the lots of the file are as they were', async () => {
    const client = await aCountedClient()
    const fingerprint = await previewOf(client.id)
    expect(await previewOf(client.id)).toBe(fingerprint)
    await staff.post('/stock/adjustments', { product_id: client.productId, delta: 1, reason: 'Sobró' })
    expect((await importWith(client.id, fingerprint)).status).toBe(201)
  })

  test('refuses it once one of them has changed, and the same key works after another dry run', async () => {
    const client = await aCountedClient()
    const fingerprint = await previewOf(client.id)
    const headers = { 'idempotency-key': uuidv7() }
    expect((await adjust(client.productId, 'L2')).status).toBe(201)
    const before = await lotsOf(service.db, client.id)
    expectProblem(await importWith(client.id, fingerprint, headers), 'imports/stock-changed')
    expect(await lotsOf(service.db, client.id)).toEqual(before)
    const current = await previewOf(client.id)
    expect(current).not.toBe(fingerprint)
    const done = await importWith(client.id, current, headers)
    expect(done.body).toMatchObject({ lots_changed: 2, lots_created: 1, unchanged: 0 })
    expect((await importWith(client.id, current, headers)).body).toEqual(done.body)
  })
})
