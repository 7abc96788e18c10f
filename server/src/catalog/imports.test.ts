// Products from a sheet: found by their SKU, added or changed, all or none.
import { beforeEach, expect, test } from 'vitest'
import { type SentSheet, sendSheet } from '../../tests/harness/order-sheets.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'

const service = await useService()
const staff = await service.aStaffMember()
let client: TestClient
beforeEach(async () => {
  client = await service.aClient()
})
const send = (file: SentSheet, query = '') =>
  sendSheet(staff, `/products/imports?client_id=${client.id}${query}`, file)
const products = async () => (await staff.get(`/clients/${client.id}/products?limit=100`)).body.data

test('adds and changes products, shows it before, and repeated changes nothing', async () => {
  const added = await staff.post(`/clients/${client.id}/products`, {
    sku: 'MAL',
    name: 'Malbec',
    unit_type: 'caja',
  })
  const file = [
    'Código;Nombre;Unidad;Código de barras;Ubicación;Peso',
    'MAL;Malbec;Cajas;7790895000997;A-12;7,200',
    'ACE;Aceite de oliva;litro;;;',
  ]
  const dry = await send(file, '&dry_run=true&decimal_sign=comma')
  expect(dry.status, dry.text).toBe(200)
  expect(dry.body.records).toEqual([
    {
      line: 2,
      outcome: 'update',
      id: added.body.id,
      label: 'MAL',
      changes: ['gtin', 'location', 'weight_kg'],
    },
    { line: 3, outcome: 'create', id: null, label: 'ACE', changes: [] },
  ])
  expect(await products()).toHaveLength(1)
  expect((await send(file, '&decimal_sign=comma')).body).toMatchObject({ created: 1, updated: 1 })
  expect(await products()).toMatchObject([
    { sku: 'ACE', name: 'Aceite de oliva', unit_type: 'litro', weight_kg: null },
    { sku: 'MAL', gtin: '7790895000997', location: 'A-12', weight_kg: 7.2 },
  ])
  expect((await send(file, '&decimal_sign=comma')).body).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
  })
  expect((await client.portal.get('/stock?q=aceite')).body.data).toHaveLength(1)
})

test('refuses all of it for one fault, at its cell', async () => {
  const of = { name: 'Malbec', unit_type: 'caja' }
  await staff.post(`/clients/${client.id}/products`, { ...of, sku: 'MAL', gtin: '7790895000997' })
  const refused = await send([
    'sku;name;unit_type;gtin;weight_kg',
    'MAL;;kg;;',
    'NEW;;;;',
    'ACE;Aceite;litro;07790895000997;1.200',
    'ace2;Aceite;bidón;123;0',
    'MAL;Malbec;;;',
  ])
  expectProblem(refused, 'imports/invalid-sheet')
  const found = refused.body.errors.map((one: Record<string, unknown>) => [
    one['line'],
    one['column'],
    one['code'],
  ])
  expect(found).toEqual([
    [2, 'unit_type', 'not_the_products_unit'],
    [3, 'name', 'empty'],
    [3, 'unit_type', 'empty'],
    [4, 'weight_kg', 'ambiguous_number'],
    [5, 'unit_type', 'not_one_of'],
    [5, 'gtin', 'not_a_gtin'],
    [5, 'weight_kg', 'not_above'],
    [6, 'sku', 'repeated_record'],
  ])
  expect(await products()).toHaveLength(1)
  const taken = await send(['sku;name;unit_type;gtin', 'ACE;Aceite;litro;07790895000997'])
  expect(taken.body.errors).toMatchObject([
    { line: 2, column: 'gtin', code: 'gtin_taken', params: { sku: 'MAL' } },
  ])
})
