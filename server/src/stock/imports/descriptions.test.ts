// A count can say where products stand and what they weigh. An empty cell leaves both as they are.
import { describe, expect, test } from 'vitest'
import { sendCount } from '../../../tests/harness/counts.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { addLot, addProduct } from '../../../tests/harness/stock-data.ts'

const service = await useService()
const staff = await service.aStaffMember()

/** A client with 10 of MAL in L1, and 7 of SYR. */
async function aCountedClient() {
  const { db } = service
  const client = await service.aClient()
  const mal = await addProduct(db, client.id, { sku: 'MAL', unit_type: 'caja' })
  const syr = await addProduct(db, client.id, { sku: 'SYR', unit_type: 'kg' })
  await addLot(db, client.id, mal.id, { lot_number: 'L1', quantity: 10 })
  await addLot(db, client.id, syr.id, { lot_number: 'SIN-LOTE', quantity: 7 })
  await staff.patch(`/products/${syr.id}`, { location: 'S-1', weight_kg: 1 })
  const placesOf = async () => {
    const { data } = (await staff.get(`/clients/${client.id}/products`)).body
    return data.map(({ sku, location, weight_kg }: Record<string, unknown>) => [sku, location, weight_kg])
  }
  return { ...client, placesOf, mal: mal.id }
}

describe('a count with locations and weights', () => {
  test('sets them for products that exist and for new ones, and leaves what it does not say', async () => {
    const client = await aCountedClient()
    const lines = [
      'sku;cantidad;lote;nombre;unidad;Ubicación;Peso (kg)',
      'MAL;10;L1;;;A-12-3;7,2',
      'MAL;2;L2;;;;7.20',
      'SYR;7;;;;;',
      'NUE;1;L1;Nuevo;caja;;0.001',
      'NUE;1;L2;;;Ñ-1;',
    ]
    const tried = (await sendCount(staff, client.id, lines, { dryRun: true })).body
    expect(await client.placesOf()).toEqual([
      ['MAL', null, null],
      ['SYR', 'S-1', 1],
    ])
    expect(tried).toMatchObject({ lines: 5, products_created: 1, products_changed: 1, unchanged: 2 })
    const told = tried.changes.map(({ line, location, weight_kg }: Record<string, unknown>) => [
      line,
      location,
      weight_kg,
    ])
    expect(told).toEqual([
      [2, 'A-12-3', 7.2],
      [3, null, 7.2],
      [5, null, 0.001],
      [6, 'Ñ-1', null],
    ])
    const { changes: _, fingerprint, ...summary } = tried
    const made = await sendCount(staff, client.id, lines)
    expect(made.body).toEqual({ ...summary, id: made.body.id, dry_run: false })
    expect(await client.placesOf()).toEqual([
      ['MAL', 'A-12-3', 7.2],
      ['NUE', 'Ñ-1', 0.001],
      ['SYR', 'S-1', 1],
    ])
    expect((await staff.get(`/stock/imports/${made.body.id}`)).body.products_changed).toBe(1)
  })

  test('changes nothing the second time, and no product that it says the same of', async () => {
    const client = await aCountedClient()
    const lines = ['sku,quantity,lot_number,location,weight_kg', 'MAL,10,L1,A-1,7', 'SYR,7,,S-1,1.000']
    expect((await sendCount(staff, client.id, lines)).body).toMatchObject({
      products_changed: 1,
      unchanged: 2,
    })
    const { updated_at } = (await staff.get(`/products/${client.mal}`)).body
    const again = (await sendCount(staff, client.id, lines, { dryRun: true })).body
    expect(again).toMatchObject({ products_changed: 0, unchanged: 2, changes: [] })
    await sendCount(staff, client.id, lines)
    expect((await staff.get(`/products/${client.mal}`)).body.updated_at).toBe(updated_at)
  })

  test.each([
    ['location', 'MAL,1,L1,A-1,\nMAL,1,L2,A-1,\nMAL,1,L3,A-2,', 4, /differs from what line 2 says/],
    ['weight_kg', 'MAL,1,L1,,\nMAL,1,L2,,2\nMAL,1,L3,,2.5', 4, /differs from what line 3 says/],
    ['location', `MAL,1,L1,${'A'.repeat(41)},`, 2, /at most 40 characters/],
    ['weight_kg', 'MAL,1,L1,,0', 2, /at least 0.001/],
    ['weight_kg', 'MAL,1,L1,,-1', 2, /at least 0/],
    ['weight_kg', 'MAL,1,L1,,0.0001', 2, /at most 3 decimals/],
    ['weight_kg', 'MAL,1,L1,,100001', 2, /at most 100000/],
    ['weight_kg', 'MAL,1,L1,,7 kg', 2, /must be a number/],
  ])('is refused: %s in %j', async (column, lines, line, detail) => {
    const client = await aCountedClient()
    const file = `sku,quantity,lot_number,location,weight_kg\n${lines}`
    const { errors } = expectProblem(await sendCount(staff, client.id, file), 'imports/invalid-file')
    expect(errors).toMatchObject([{ line, column, detail: expect.stringMatching(detail) }])
    expect((await client.placesOf())[0]).toEqual(['MAL', null, null])
  })
})
