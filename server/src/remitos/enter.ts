// The staff enter a remito: goods received into lots, or goods handed out without an order.
import { type FieldError, type NewRemito, remitoNumber, type StaffRemitoDetail } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordDeed } from '../audit/record.ts'
import type { Transaction } from '../db/pool.ts'
import { problem, throwProblem } from '../http/problems.ts'
import type { Author } from '../http/route.ts'
import { requireClient } from '../identity/require-client.ts'
import { type Locked, lockProducts, takesDecimals, wholeUnitsHint } from '../stock/lock.ts'
import { findOrMakeLots, moveStock, noLotNumber } from '../stock/move.ts'
import { pick } from '../stock/pick.ts'
import { requireLots, stockForPicking } from '../stock/picking.ts'
import { publishRemito } from './announce.ts'
import { type RemitoSettings, writeEgreso } from './issue.ts'
import { claimIngresoNumbers, insertRemito, insertRemitoItems, remitoDetail } from './queries.ts'

export async function enterRemito(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  settings: RemitoSettings,
): Promise<StaffRemitoDetail> {
  await requireClient(tx, given.client_id)
  checkFields(given)
  const locked = await lockProducts(
    tx,
    given.items.map((item) => item.product_id),
  )
  checkProducts(given, locked)
  const id =
    given.type === 'ingreso'
      ? await receive(tx, by, given, locked, settings)
      : await handOut(tx, by, given, locked, settings)
  const detail = { ...(await tx.one(remitoDetail(given.client_id, id))), client_id: given.client_id }
  await recordDeed(tx, by, {
    clientId: given.client_id,
    action: `remitos.${given.type}`,
    subjectId: id,
    after: detail,
  })
  return detail
}

/** Each type has members of its own; one of the other's would be ignored silently, so it is refused. */
function checkFields({ type, items, remito_number }: NewRemito) {
  const errors: FieldError[] = []
  const refuse = (pointer: string, detail: string) => errors.push({ pointer, detail })
  if (type === 'egreso' && remito_number) refuse('/remito_number', 'is given by the service on an egreso')
  for (const [index, item] of items.entries()) {
    if (type === 'ingreso' && item.lot_id) {
      refuse(
        `/items/${index}/lot_id`,
        'is for an egreso; an ingreso names lot_number, expiry_date, vintage_year',
      )
    }
    if (type === 'egreso' && item.lot_number)
      refuse(`/items/${index}/lot_number`, 'is for an ingreso; use lot_id')
    if (type === 'egreso' && item.expiry_date)
      refuse(`/items/${index}/expiry_date`, 'is for an ingreso; use lot_id')
    if (type === 'egreso' && item.lot_id && item.vintage_year)
      refuse(`/items/${index}/vintage_year`, 'is settled by lot_id already: leave it out')
  }
  if (errors.length > 0) throw problem('validation/invalid-body', { errors: errors.slice(0, 20) })
}

function checkProducts(given: NewRemito, locked: Locked) {
  const fractions: FieldError[] = []
  for (const [index, item] of given.items.entries()) {
    const product = locked.get(item.product_id)
    if (product?.client_id !== given.client_id) {
      throw problem('products/not-found', {
        detail: `The client has no product ${item.product_id} (item ${index}).`,
      })
    }
    if (!takesDecimals(product.unit_type) && !Number.isInteger(item.quantity)) {
      fractions.push({ pointer: `/items/${index}/quantity`, detail: wholeUnitsHint(product.unit_type) })
    }
  }
  if (fractions.length > 0) throw problem('validation/invalid-body', { errors: fractions.slice(0, 20) })
}

async function receive(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  locked: Locked,
  { today }: RemitoSettings,
) {
  const id = uuidv7()
  const numbers = [...new Set((given.remito_number ?? []).map((text) => remitoNumber(text) ?? text))]
  await tx.run(
    insertRemito({
      id,
      client_id: given.client_id,
      type: 'ingreso',
      date: given.date ?? today,
      remito_number: numbers,
      source_order_id: null,
    }),
  )
  const claimed = await tx.run(claimIngresoNumbers(given.client_id, id, numbers))
  if (claimed < numbers.length) throw problem('remitos/duplicate-number')
  const keys = given.items.map((item) => ({
    client_id: given.client_id,
    product_id: item.product_id,
    lot_number: item.lot_number ?? noLotNumber,
    expiry_date: item.expiry_date ?? null,
    vintage_year: item.vintage_year ?? null,
  }))
  const { lotIds, createdLots } = await findOrMakeLots(tx, keys, 'remito_ingreso')
  const lines = given.items.map((item, index) => ({
    product_id: item.product_id,
    lot_id: lotIds[index] ?? throwProblem('lots/not-found'),
    quantity: item.quantity,
    notes: item.notes ?? null,
  }))
  await tx.run(
    insertRemitoItems(
      given.client_id,
      id,
      lines.map((line) => ({ ...line, id: uuidv7() })),
    ),
  )
  await publishRemito(tx, given.client_id, id, 'remito.created')
  await moveStock(tx, locked, {
    cause: 'remito_ingreso',
    documentId: id,
    actor: by.actor,
    createdLots,
    entries: lines.map(({ product_id, lot_id, quantity }) => ({
      client_id: given.client_id,
      product_id,
      lot_id,
      delta: quantity,
    })),
  })
  return id
}

/** Only what is available: nothing expired, and nothing that a pending order has reserved. */
async function handOut(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  locked: Locked,
  settings: RemitoSettings,
) {
  await requireLots(tx, given.items)
  const { lots, reserved } = await stockForPicking(tx, locked, settings.today)
  const lines = given.items.map((item) => ({
    product_id: item.product_id,
    quantity: item.quantity,
    vintage_year: item.vintage_year ?? null,
    lot_id: item.lot_id ?? null,
    notes: item.notes ?? null,
  }))
  const { picks, shortages } = pick(lines, lots, { reserved, sparesAll: true })
  if (shortages.length > 0) throw problem('remitos/insufficient-stock', { shortages })
  const egreso = { clientId: given.client_id, orderId: null, date: given.date ?? settings.today }
  return writeEgreso(tx, by, egreso, lines, picks, locked, settings)
}
