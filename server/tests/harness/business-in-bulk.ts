// Several orders at once, by a caller who does not give up: from a sheet without a key, and in a batch under keys. Each is sent
// again after it was answered, as someone would by mistake.
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { Any } from './business.ts'
import type { Caller } from './http.ts'
import type { Journal } from './journal.ts'
import { sendSheet } from './order-sheets.ts'
import { times } from './race.ts'

type Orderer = {
  portal(send: (portal: Caller) => Promise<Any>): Promise<{ answer: Any; attempts: number }>
  destinatarioId: string
  products: readonly string[]
}

const orders = 3

/** All of the sheet, or nothing: a retry finds every order, or none. */
export async function importSheet({ portal, destinatarioId, products }: Orderer, journal: Journal) {
  const reference = uuidv7()
  const sheet = [
    'reference,destinatario,product_id,quantity',
    ...times(orders, (order) =>
      products.map((product) => `${reference}-${order},${destinatarioId},${product},1`),
    ).flat(),
  ]
  const send = () => portal((api) => sendSheet(api, '/orders/imports', sheet))
  const { answer, attempts } = await send()
  const { placed, existing } = answer.body
  expect(answer.status, answer.text).toBe(201)
  expect(attempts > 1 ? [`${orders} 0`, `0 ${orders}`] : [`${orders} 0`]).toContain(`${placed} ${existing}`)
  const idsIn = ({ body }: Any): string[] =>
    body.orders.map(({ order }: { order: { id: string } }) => order.id)
  journal.orders.push(...idsIn(answer).map((id) => ({ id, status: 'pending' })))
  const again = await send()
  expect(again.answer.body).toMatchObject({ placed: 0, existing: orders })
  expect(idsIn(again.answer)).toEqual(idsIn(answer))
}

export async function placeBatch({ portal, destinatarioId, products }: Orderer, journal: Journal) {
  const items = products.map((product_id) => ({ product_id, quantity: 1 }))
  const order = { destinatario_id: destinatarioId, items }
  const batch = { orders: times(orders, () => ({ idempotency_key: uuidv7(), ...order })) }
  const send = () => portal((api) => api.post('/orders/batch', batch))
  const idsIn = ({ body, status, text }: Any): string[] => {
    expect(status, text).toBe(200)
    return body.results.map((result: { order: { id: string } }) => result.order.id)
  }
  const ids = idsIn((await send()).answer)
  journal.orders.push(...ids.map((id) => ({ id, status: 'pending' })))
  expect(idsIn((await send()).answer)).toEqual(ids)
}
