// For any sequence of requests, the service responds and ends like the model of the warehouse. A failure prints the seed
// and the shortest list of requests that reproduces it.

import fc from 'fast-check'
import { test } from 'vitest'
import { controlledClock } from '../harness/clock.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { repeats } from '../harness/sizes.ts'
import { record, reverse } from './account-commands.ts'
import type { Command, Real } from './command.ts'
import { expectSame } from './compare.ts'
import { act, cancelAsClient, placeOrder, updateOrder } from './order-commands.ts'
import { egreso, ingreso, voidRemitoCommand } from './remito-commands.ts'
import { emptyWarehouse, type Model } from './state.ts'
import { addProductCommand, adjust, changeHoldCommand, count, passDays, transfer } from './stock-commands.ts'

const clock = controlledClock('2026-11-02T12:00:00.000Z')
const { service, warehouse } = await useWarehouse({ clock: clock.now })

const index = fc.nat(7)
const client = fc.nat(1)
const quarters = fc.integer({ min: 1, max: 12 }).map((count) => count * 250)
const units = (max: number) => fc.integer({ min: 1, max }).map((count) => count * 1000)
const mostly = <Item>(usual: fc.Arbitrary<Item>, other: fc.Arbitrary<Item>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other })
const few = mostly(units(3), quarters)
const many = mostly(units(12), quarters)
const vintage = fc.constantFrom(null, 2019, 2020)
const lotNumber = fc.constantFrom('A', 'B')
const days = fc.constantFrom(null, -1, 0, 3, 10)
const oneOrNone = fc.option(index, { freq: 1 })

const received = fc.record({ product: index, quantity: many, number: fc.option(lotNumber), days, vintage })
const handedOut = fc.record({ product: index, quantity: few, vintage, lot: oneOrNone })
const ordered = fc.record({ product: index, quantity: mostly(units(5), quarters), vintage })
const astray = mostly(fc.constant(false), fc.constant(true), 15)
const action = fc.constantFrom(
  'approve',
  'reject',
  'prepare',
  'pack',
  'dispatch',
  'deliver',
  'fail',
  'cancel',
)
const named = fc.record({ number: lotNumber, days, vintage })
const delta = mostly(few, many, 3).chain((much) => fc.constantFrom(much, -much))
const some = <Item>(item: fc.Arbitrary<Item>, maxLength: number) =>
  fc.array(item, { minLength: 1, maxLength })

const weighed: [weight: number, arbitrary: fc.Arbitrary<Command>][] = [
  [1, fc.record({ client, unit: fc.constantFrom('caja' as const, 'kg' as const) }).map(addProductCommand)],
  [4, fc.record({ items: some(received, 4), form: fc.option(fc.nat(2)) }).map(ingreso)],
  [3, some(handedOut, 3).map(egreso)],
  [5, fc.record({ client, items: some(ordered, 1), astray }).map(placeOrder)],
  [4, fc.record({ client, items: some(ordered, 4), astray }).map(placeOrder)],
  [9, fc.record({ order: index, action: fc.constantFrom(0, 0, 1), overrides: fc.boolean() }).map(act)],
  [3, fc.record({ order: index, action, overrides: fc.boolean() }).map(act)],
  [
    3,
    fc
      .record({
        order: index,
        items: some(ordered, 3),
        byStaff: fc.boolean(),
        isLate: mostly(fc.constant(false), fc.constant(true)),
      })
      .map(updateOrder),
  ],
  [2, fc.record({ order: index, reason: fc.constantFrom(null, 'Otro plan') }).map(cancelAsClient)],
  [3, fc.record({ remito: index }).map(voidRemitoCommand)],
  [3, fc.record({ product: index, delta, lot: oneOrNone, named: fc.option(named, { freq: 1 }) }).map(adjust)],
  [2, fc.record({ product: index, lot: index, hold: fc.boolean() }).map(changeHoldCommand)],
  [
    1,
    fc.record({ product: index, quantity: mostly(few, fc.constant(0), 3), lot: oneOrNone, named }).map(count),
  ],
  [3, fc.record({ from: index, to: index, quantity: few, lot: oneOrNone }).map(transfer)],
  [
    1,
    fc
      .record({
        client,
        cents: fc.integer({ min: 1, max: 100_000_00 }),
        type: fc.constantFrom('payment' as const, 'credit_sale' as const, 'credit_note' as const),
        number: fc.constantFrom('NC-1', 'NC-2', 'NC-3'),
      })
      .map(record),
  ],
  [1, fc.record({ entry: index }).map(reverse)],
  [2, fc.integer({ min: 1, max: 4 }).map(passDays)],
]
const commands = weighed.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))

/** Some goods to start with. */
const firstGoods = [0, 1].map((product) =>
  ingreso({
    form: null,
    items: [
      { product, quantity: 6000, number: 'A', days: 3, vintage: 2019 },
      { product, quantity: 6000, number: 'B', days: 10, vintage: 2020 },
      { product, quantity: 4000, number: null, days: null, vintage: null },
    ],
  }),
)

let egresos = 0

/** Two new clients with a product each; the series of egresos belongs to the whole warehouse. */
async function aFreshStart(): Promise<{ model: Model; real: Real }> {
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const clients = await Promise.all([warehouse.aStockedClient(0), warehouse.aStockedClient(0)])
  const model = emptyWarehouse(today, egresos)
  for (const [owner, { productId }] of clients.entries()) {
    model.products.push({ client: owner, id: productId, unit: 'caja', lots: [] })
  }
  const setDay = (day: string) => clock.set(`${day}T12:00:00.000Z`)
  return { model, real: { staff: warehouse.staff, clients, setDay } }
}

test('any 25 requests get the responses, and leave the state, of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 50, size: 'max' }), async (requests) => {
      const { model, real } = await aFreshStart()
      try {
        await fc.asyncModelRun(() => ({ model, real }), [...firstGoods, ...requests])
      } finally {
        egresos = await lastEgreso()
      }
      await expectSame(model, real, service.db)
    }),
    { numRuns: repeats(70), interruptAfterTimeLimit: 150_000 },
  )
}, 200_000)

async function lastEgreso(): Promise<number> {
  const { body } = await warehouse.staff.get('/remitos?type=egreso&limit=1')
  return Number(body.data[0]?.remito_number[0].split('-')[1] ?? 0)
}
