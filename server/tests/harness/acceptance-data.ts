// Acceptances as rows, for tests of what only reads them, and the forms of such that are to be sent.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import { addOrder, addRemitoItems, addRemitos } from './document-data.ts'
import { insertRows } from './insert-rows.ts'
import { addLot, addProduct } from './stock-data.ts'
import { boundary } from './uploads.ts'

/** The egreso of an order with one line of one unit. */
export async function addEgreso(
  db: Queryable,
  clientId: string,
  status: 'in_transit' | 'delivered',
  acceptance: 'accepted' | null = null,
) {
  const orderId = await addOrder(db, clientId, { status })
  const { id: product_id } = await addProduct(db, clientId)
  const { id: lot_id } = await addLot(db, clientId, product_id)
  const [remito] = await addRemitos(db, clientId, [{ type: 'egreso', source_order_id: orderId, acceptance }])
  const remitoId = remito?.id ?? ''
  const line = { remito_id: remitoId, product_id, lot_id, quantity: 1, position: 1 }
  const [item] = await addRemitoItems(db, clientId, [line])
  return { orderId, remitoId, itemId: item?.id ?? '' }
}

/** An accepted one. It is disputed if it is late. */
export async function addAcceptance(db: Queryable, clientId: string, { late = false } = {}) {
  const egreso = await addEgreso(db, clientId, 'delivered', late ? null : 'accepted')
  const acceptanceId = uuidv7()
  await insertRows(db, 'remito_acceptances', [
    {
      id: acceptanceId,
      client_id: clientId,
      remito_id: egreso.remitoId,
      order_id: egreso.orderId,
      submission_id: uuidv7(),
      channel: 'recipient',
      actor: 'recipient Marta Gil',
      outcome: 'accepted',
      late,
      name: 'Marta Gil',
      signed_at: '2026-11-02T13:45:10.250Z',
      created_at: '2026-11-02T13:45:10.250Z',
    },
  ])
  await insertRows(db, 'remito_acceptance_lines', [
    {
      client_id: clientId,
      acceptance_id: acceptanceId,
      remito_item_id: egreso.itemId,
      accepted: 1,
      missing: 0,
      damaged: 0,
      refused: 0,
    },
  ])
  return { ...egreso, acceptanceId }
}

/** A form as text, with the scan of what was signed. */
export function acceptanceText(itemId: string, quantity = 1): string {
  const items = [{ item_id: itemId, accepted: quantity, missing: 0, damaged: 0, refused: 0 }]
  const fields = {
    submission_id: uuidv7(),
    name: 'Marta Gil',
    signed_at: '2026-11-02T13:45:10.250Z',
    items: JSON.stringify(items),
  }
  const head = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`)
  return `${texts.join('')}${head('scan', '; filename="remito.pdf"')}%PDF-1.7\r\n--${boundary}--\r\n`
}

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }
