// The staff enter a remito: goods received into lots (ingreso), or handed out without an order (egreso).
import {
  cuitOrDni,
  type NewRemito,
  type RemitoRecipient,
  remitoNumber,
  type StaffRemitoDetail,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { requireClient } from '../identity/clients.ts'
import { problem, unreachable } from '../problem.ts'
import { type Locked, lockProducts, requireActive } from '../stock/lock.ts'
import { requireLots } from '../stock/lots.ts'
import { findOrCreateLots, lotKey, moveStock } from '../stock/move.ts'
import { planGoodsOut } from '../stock/plan-picks.ts'
import { checkFields, checkProducts } from './check.ts'
import { publishRemito, type RemitoSettings, writeEgreso } from './issue.ts'
import { claimIngresoNumbers, insertRemito, insertRemitoItems, nameOfActor, remitoDetail } from './queries.ts'

export async function createRemito(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  settings: RemitoSettings,
): Promise<StaffRemitoDetail> {
  const productIds = given.items.map((item) => item.product_id)
  const [client, locked] = await inOrder([requireClient(tx, given.client_id), lockProducts(tx, productIds)])
  checkFields(given, settings.today)
  checkProducts(given, locked)
  requireActive(
    locked,
    given.items.map(({ product_id }, index) => ({ pointer: `/items/${index}/product_id`, product_id })),
  )
  const id =
    given.type === 'ingreso'
      ? await receive(tx, by, given, locked, settings)
      : await handOut(tx, by, given, locked, settings)
  const [shown, author] = await inOrder([
    tx.one(remitoDetail(given.client_id, id)),
    tx.one(nameOfActor(by.actor)),
  ])
  const detail = {
    ...shown,
    client_id: client.id,
    client_name: client.name,
    issued_by: by.actor,
    voided_by: null,
  }
  recordAudit(tx, by, {
    clientId: given.client_id,
    action: `remitos.${given.type}`,
    subjectId: id,
    after: detail,
  })
  return { ...detail, issued_by_name: author.name, voided_by_name: null }
}

async function receive(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  locked: Locked,
  { today }: RemitoSettings,
) {
  const id = uuidv7()
  const numbers = (given.remito_number ?? []).map((text) => remitoNumber(text) ?? text)
  tx.pipeline(
    insertRemito({
      id,
      client_id: given.client_id,
      type: 'ingreso',
      date: given.date ?? today,
      remito_number: numbers,
      source_order_id: null,
      cai: null,
      cai_expires_on: null,
      recipient: null,
      reason: null,
      issued_by: by.actor,
    }),
  )
  await claimNumbers(tx, given.client_id, id, numbers)
  const { client_id } = given
  const keys = given.items.map((item) => lotKey({ client_id, product_id: item.product_id }, item))
  const { lotIds, createdLots } = await findOrCreateLots(tx, keys, 'remito_ingreso')
  const lines = given.items.map((item, index) => ({
    product_id: item.product_id,
    lot_id: lotIds[index] ?? unreachable('a lot that was neither found nor created'),
    quantity: item.quantity,
    notes: item.notes ?? null,
  }))
  tx.pipeline(
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

async function claimNumbers(tx: Transaction, clientId: string, remitoId: string, numbers: string[]) {
  const claimed = await tx.rows(claimIngresoNumbers(clientId, remitoId, numbers))
  const taken = numbers.filter((number) => !claimed.some((free) => free.number === number))
  if (taken.length === 0) return
  throw problem('remitos/duplicate-number', {
    detail: `This client already has an ingreso that is not voided with the number ${taken.join(', ')}.`,
  })
}

/** Only available stock: nothing expired or on hold, and nothing that pending orders have reserved. */
async function handOut(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  locked: Locked,
  settings: RemitoSettings,
) {
  await requireLots(
    tx,
    given.items.map((item, index) => ({ ...item, pointer: `/items/${index}/lot_id` })),
  )
  const lines = given.items.map((item) => ({
    product_id: item.product_id,
    quantity: item.quantity,
    vintage_year: item.vintage_year ?? null,
    lot_id: item.lot_id ?? null,
    notes: item.notes ?? null,
  }))
  const { picks, shortages } = await planGoodsOut(tx, locked, lines, settings.today)
  if (shortages.length > 0) throw problem('remitos/insufficient-stock', { shortages })
  const egreso = {
    clientId: given.client_id,
    orderId: null,
    date: given.date ?? settings.today,
    recipient: given.recipient ? recipientOf(given.recipient) : null,
    reason: given.reason ?? null,
  }
  return writeEgreso(tx, by, egreso, lines, picks, locked, settings)
}

const recipientOf = ({
  name,
  cuit_dni = null,
  iva_condition = null,
  address = null,
}: NonNullable<NewRemito['recipient']>): RemitoRecipient => ({
  name,
  cuit_dni: cuit_dni && cuitOrDni(cuit_dni),
  iva_condition,
  address,
})
