// Recipients from a sheet: found by CUIT and name together, added or changed, all or none.
import { beforeEach, expect, test } from 'vitest'
import { rowCounts } from '../../tests/harness/counts.ts'
import { type SentSheet, sendSheet } from '../../tests/harness/order-sheets.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'

const service = await useService()
let client: TestClient
beforeEach(async () => {
  client = await service.aClient()
})
const send = (file: SentSheet, dryRun = false) =>
  sendSheet(client.portal, `/destinatarios/imports${dryRun ? '?dry_run=true' : ''}`, file)
const recipients = async () => (await client.portal.get('/destinatarios?limit=100')).body.data

test('adds and changes recipients, shows it before, and repeated changes nothing', async () => {
  const chain = { name: 'Cadena Centro', cuit_dni: '20-12345678-6', city: 'Mendoza' }
  const { body: known } = await client.portal.post('/destinatarios', chain)
  const file = [
    'Nombre;CUIT;Ciudad;Teléfono;Condición de IVA',
    'CADENA CENTRO;20123456786;Maipú;;Responsable inscripto',
    'Cadena Norte;20-12345678-6;Salta;+54 387 1;',
    'Bar Ñandú;;;;',
  ]
  const before = await rowCounts(service.db)
  const dry = await send(file, true)
  expect(dry.status, dry.text).toBe(200)
  expect(dry.body).toMatchObject({ created: 2, updated: 1, unchanged: 0, fault_count: 0 })
  expect(dry.body.records).toEqual([
    {
      line: 2,
      outcome: 'update',
      id: known.id,
      label: 'CADENA CENTRO',
      changes: ['name', 'city', 'iva_condition'],
    },
    { line: 3, outcome: 'create', id: null, label: 'Cadena Norte', changes: [] },
    { line: 4, outcome: 'create', id: null, label: 'Bar Ñandú', changes: [] },
  ])
  expect(await rowCounts(service.db)).toEqual(before)

  const made = await send(file)
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ dry_run: false, created: 2, updated: 1 })
  expect(await recipients()).toMatchObject([
    { name: 'Bar Ñandú', cuit_dni: null },
    { id: known.id, name: 'CADENA CENTRO', city: 'Maipú', iva_condition: 'responsable_inscripto' },
    { name: 'Cadena Norte', cuit_dni: '20123456786', city: 'Salta', phone: '+54 387 1' },
  ])
  expect((await client.portal.get('/destinatarios?q=norte')).body.data).toHaveLength(1)
  expect((await send(file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
  const twice = await Promise.all([1, 2, 3].map(() => send(['nombre', 'Nuevo'])))
  expect(twice.map(({ body }) => body.created).sort()).toEqual([0, 0, 1])
})

test('reads a file whose type is not said by its content', async () => {
  const bytes = { 'content-type': 'application/octet-stream' }
  const made = await sendSheet(client.portal, '/destinatarios/imports', ['nombre', 'Nuevo'], bytes)
  expect([made.status, made.body.created]).toEqual([201, 1])
})

test('refuses all of it for one fault, at its cell, with the recipients that may be meant', async () => {
  for (const city of ['Mendoza', 'Salta'])
    await client.portal.post('/destinatarios', { name: 'Gemelos', city })
  const [one] = await recipients()
  const file = ['name,cuit_dni,email', 'Gemelos,,', 'Uno,123,', 'Uno,,nada', 'Dos,,', 'dos,,']
  const refused = await send(file)
  expectProblem(refused, 'imports/invalid-sheet')
  expect(refused.body.errors).toMatchObject([
    { line: 2, column: 'name', code: 'several_matches', candidates: [{}, {}] },
    { line: 3, column: 'cuit_dni', code: 'not_a_cuit_or_dni', value: '123' },
    { line: 4, column: 'email', code: 'not_an_email' },
    { line: 6, column: 'name', code: 'repeated_record', params: { line: 5 } },
  ])
  expect(await recipients()).toHaveLength(2)
  const byId = await send(['id,name,city', `${one.id},Gemelos,Maipú`])
  expect(byId.body).toMatchObject({ updated: 1, created: 0 })
  const other = await service.aClient()
  const foreign = await sendSheet(other.portal, '/destinatarios/imports', ['id,name', `${one.id},X`])
  expect(foreign.body.errors).toMatchObject([{ line: 2, column: 'id', code: 'unknown_destinatario' }])
})
