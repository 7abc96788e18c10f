// Returns of one client, inserted by SQL, and made over HTTP from an order that was delivered.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import { addOrder, addRemitoItems, addRemitos } from './document-data.ts'
import { insertRows } from './insert-rows.ts'
import { addLot, addProduct } from './stock-data.ts'
import { order, type Warehouse } from './warehouse.ts'

type Given = { id?: string; status?: 'expected'; created_at?: string }

const moment = '2026-11-02T12:00:00.000Z'

/** All of the same delivered order, each with one line of its egreso. */
export async function addReturns(db: Queryable, clientId: string, given: readonly Given[]) {
  const { order_id, remito_id, line } = await addDelivered(db, clientId)
  const rows = given.map((fields) => {
    const id = uuidv7()
    return {
      id,
      number: `DEV-${id.slice(-12)}`,
      status: 'expected',
      created_at: moment,
      updated_at: moment,
      ...fields,
      client_id: clientId,
      order_id,
      remito_id,
    }
  })
  await insertRows(db, 'returns', rows)
  await insertRows(
    db,
    'return_items',
    rows.map(({ id }) => ({
      id: uuidv7(),
      client_id: clientId,
      return_id: id,
      position: 1,
      ...line,
      expected: 1,
      reason: 'damaged',
    })),
  )
  return rows.map(({ id }) => id)
}

export const addReturn = async (db: Queryable, clientId: string) =>
  (await addReturns(db, clientId, [{}]))[0] ?? ''

/** A delivered order with 12 of a product on its egreso. */
export async function addDelivered(db: Queryable, clientId: string) {
  const { id: product_id } = await addProduct(db, clientId)
  const { id: lot_id } = await addLot(db, clientId, product_id)
  const order_id = await addOrder(db, clientId, { status: 'delivered' })
  const [remito] = await addRemitos(db, clientId, [{ type: 'egreso', source_order_id: order_id }])
  const remito_id = remito?.id ?? ''
  const [item] = await addRemitoItems(db, clientId, [
    { remito_id, position: 1, product_id, lot_id, quantity: 12 },
  ])
  return { order_id, remito_id, line: { remito_item_id: item?.id ?? '', product_id, lot_id } }
}

type Orderer = Parameters<typeof order>[0]

/** Ordered, approved and delivered over HTTP. */
export async function deliver(
  { act }: Pick<Warehouse, 'act'>,
  client: Orderer,
  items: object[],
): Promise<string> {
  const { status, body, text } = await order(client, 0, { items })
  if (status !== 201) throw new Error(`not ordered: ${text}`)
  for (const action of ['approve', 'prepare', 'dispatch', 'deliver']) {
    const done = await act(body.id, action)
    if (done.status !== 200) throw new Error(`not delivered: ${done.text}`)
  }
  return body.id
}
