// Inbound notices of one client, inserted by SQL, and announced over HTTP.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import type { Caller } from './http.ts'
import { insertRows } from './insert-rows.ts'
import { addProduct } from './stock-data.ts'

type Notice = { id?: string; status?: string; expected_on?: string; reference?: string }

const moment = '2026-11-02T12:00:00.000Z'

/** Each with one line. */
export async function addNotices(
  db: Queryable,
  clientId: string,
  given: readonly Notice[],
): Promise<string[]> {
  const { id: product_id } = await addProduct(db, clientId)
  const notices = given.map((fields) => {
    const id = uuidv7()
    return {
      id,
      number: `AVI-${id.slice(-12)}`,
      reference: id,
      status: 'announced',
      expected_on: '2026-11-20',
      created_at: moment,
      updated_at: moment,
      ...fields,
      client_id: clientId,
    }
  })
  await insertRows(db, 'inbound_notices', notices)
  await insertRows(
    db,
    'inbound_items',
    notices.map(({ id }) => ({
      id: uuidv7(),
      client_id: clientId,
      notice_id: id,
      position: 1,
      product_id,
      quantity: 12,
    })),
  )
  return notices.map(({ id }) => id)
}

export const addNotice = async (db: Queryable, clientId: string) =>
  (await addNotices(db, clientId, [{}]))[0] ?? ''

export const announcement = (productId: string, more: object = {}) => ({
  reference: uuidv7(),
  expected_on: new Date().toISOString().slice(0, 10),
  items: [{ product_id: productId, quantity: 12 }],
  ...more,
})

/** Announced over HTTP. */
export async function announce(portal: Caller, productId: string, more: object = {}) {
  const { status, body, text } = await portal.post('/inbound', announcement(productId, more))
  if (status !== 201) throw new Error(`not announced: ${text}`)
  return body
}
