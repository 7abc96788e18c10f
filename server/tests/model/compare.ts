// Compares the final state of the service with the model's.
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { balanceOf } from './account-commands.ts'
import { at, type Real } from './command.ts'
import { expectSameTraces } from './compare-traces.ts'
import { availableOf, type Model, quantityOf, reservations, sum, type Told } from './state.ts'

const sorted = <Item>(items: readonly Item[]): string[] => items.map((item) => JSON.stringify(item)).sort()

export async function expectSame(model: Model, real: Real, db: Db) {
  for (const [client, { id, portal }] of real.clients.entries()) {
    const { body: stock } = await portal.get('/stock?limit=100')
    expect(sorted(stock.data.map(stockShown))).toEqual(sorted(stockExpected(model, client)))
    const { body: lots } = await portal.get('/stock/lots?include_depleted=true&limit=100')
    expect(sorted(lots.data.map(lotShown))).toEqual(sorted(lotsExpected(model, client)))
    const { body: orders } = await portal.get('/orders?limit=100')
    expect(sorted(orders.data.map(orderShown))).toEqual(sorted(ordersExpected(model, client)))
    const { body: remitos } = await portal.get('/remitos?limit=100')
    expect(sorted(remitos.data.map(remitoShown))).toEqual(sorted(remitosExpected(model, client)))
    const { body: balance } = await portal.get('/balance')
    expect(balance).toEqual(balanceOf(model, client))
    expect(sorted(await db.rows(reserved(id)))).toEqual(sorted(reservedExpected(model, client)))
  }
  await expectSameTraces(model, real)
  const told = await eventsTold(db, real)
  expect(told.map(sorted)).toEqual(model.told.map(sorted))
}

type Shown = Record<string, unknown>

const stockShown = (row: Shown) => [
  row['product_id'],
  row['quantity'],
  row['reserved_quantity'],
  row['available_quantity'],
]
const stockExpected = (model: Model, client: number) =>
  productsOf(model, client).map((product) => [
    product.id,
    quantityOf(product) / 1000,
    sum(reservations(model, product), (line) => line.quantity) / 1000,
    availableOf(model, product) / 1000,
  ])

const lotShown = (row: Shown) => [
  row['product_id'],
  row['lot_number'],
  row['expiry_date'],
  row['vintage_year'],
  row['quantity'],
  row['hold'] !== null,
]
const lotsExpected = (model: Model, client: number) =>
  productsOf(model, client)
    .flatMap((product) => product.lots)
    .map((lot) => [lot.product.id, lot.number, lot.expiry, lot.vintage, lot.quantity / 1000, lot.held])

const orderShown = (row: Shown) => [
  row['id'],
  row['order_number'],
  row['status'],
  row['status_reason'],
  row['revision'],
]
const ordersExpected = (model: Model, client: number) =>
  model.orders
    .filter((order) => order.client === client)
    .map(({ id, number, status, reason, revision }) => [id, number, status, reason, revision])

const remitoShown = (row: Shown) => [row['type'], row['status'], row['remito_number'], row['source_order_id']]
const remitosExpected = (model: Model, client: number) =>
  model.remitos
    .filter((remito) => remito.client === client)
    .map(({ type, voided, numbers, order }) => [
      type,
      voided ? 'voided' : 'issued',
      numbers,
      order?.id ?? null,
    ])

const reserved = (clientId: string) =>
  sql`select product_id, vintage_year, quantity from reservations where client_id = ${clientId}`
const reservedExpected = (model: Model, client: number) =>
  productsOf(model, client)
    .flatMap((product) => reservations(model, product))
    .map(({ product, vintage, quantity }) => ({
      product_id: product.id,
      vintage_year: vintage,
      quantity: quantity / 1000,
    }))

const productsOf = (model: Model, client: number) =>
  model.products.filter((product) => product.client === client)

/** The published events by transaction, reduced to the fields that the model has. */
async function eventsTold(db: Db, { clients }: Real): Promise<Told[][]> {
  const rows = await db.rows(
    sql<{ client_id: string; body: string; transaction_id: number }>`
      select client_id, body, transaction_id from events
      where client_id = any(${clients.map(({ id }) => id)}::uuid[])
      order by transaction_id, id`,
  )
  const byTransaction = Map.groupBy(rows, (row) => row.transaction_id)
  return [...byTransaction.values()].map((group) =>
    group.map(({ client_id, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { object: Shown } }
      const client = clients.findIndex(({ id }) => id === client_id)
      return { client, type, ...told(type, data.object) }
    }),
  )
}

const keyFields: Record<string, readonly string[]> = {
  order: ['id', 'order_number', 'status', 'status_reason', 'revision', 'previous_status'],
  stock: ['product_id', 'old_quantity', 'new_quantity', 'delta'],
  payment: ['id', 'number', 'amount'],
  credit_note: ['id', 'number', 'amount'],
}
const lotFields = ['product_id', 'lot_number', 'expiry_date', 'vintage_year']

function told(type: string, object: Shown): Shown {
  if (type.startsWith('remito.')) {
    const items = object['distribution_remito_items'] as Shown[]
    return {
      kind: object['type'],
      status: object['status'],
      remito_number: object['remito_number'],
      source_order_id: object['source_order_id'],
      items: items
        .map((item) =>
          [
            item['product_id'],
            item['quantity'],
            item['lot_number'],
            item['expiry_date'],
            item['vintage_year'],
          ].join(' '),
        )
        .sort(),
    }
  }
  const fields =
    type === 'lot.created'
      ? [...lotFields, 'quantity', 'source_type']
      : (keyFields[at(type.split('.'), 0)] ?? lotFields)
  return Object.fromEntries(fields.map((field) => [field, object[field]]))
}
