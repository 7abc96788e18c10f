// The staff enter a remito: goods received into lots (ingreso), or handed out without an order (egreso).
import {
  cuitOrDni,
  type NewRemito,
  type RemitoRecipient,
  remitoNumber,
  type StaffRemitoDetail,
} from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { requireClient } from '../identity/clients.ts'
import { problem, unreachable } from '../problem.ts'
import { type Locked, lockProducts, requireActive } from '../stock/lock.ts'
import { requireLots } from '../stock/lots.ts'
import { findOrCreateLots, lotKey } from '../stock/move.ts'
import { planGoodsOut } from '../stock/plan-picks.ts'
import { checkFields, checkProducts } from './check.ts'
import { writeIngreso } from './ingreso.ts'
import { type RemitoSettings, writeEgreso } from './issue.ts'
import { nameOfActor, remitoDetail } from './queries.ts'

/** What an ingreso is received against: the notice, and which of its lines each line of the ingreso counts for. */
export type ReceivedNotice = { id: string; itemIds: readonly string[] }

export async function createRemito(
  tx: Transaction,
  by: Author,
  given: NewRemito,
  settings: RemitoSettings,
  notice: ReceivedNotice | null = null,
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
      ? await receive(tx, by, given, locked, settings, notice)
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
  notice: ReceivedNotice | null,
) {
  const { client_id } = given
  const keys = given.items.map((item) => lotKey({ client_id, product_id: item.product_id }, item))
  const { lotIds, createdLots } = await findOrCreateLots(tx, keys, 'remito_ingreso')
  return writeIngreso(tx, by, locked, {
    clientId: client_id,
    date: given.date ?? today,
    numbers: (given.remito_number ?? []).map((text) => remitoNumber(text) ?? text),
    inboundId: notice?.id ?? null,
    returnId: null,
    createdLots,
    lines: given.items.map((item, index) => ({
      product_id: item.product_id,
      lot_id: lotIds[index] ?? unreachable('a lot that was neither found nor created'),
      quantity: item.quantity,
      notes: item.notes ?? null,
      inbound_item_id: notice?.itemIds[index] ?? null,
    })),
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
