// Writes an ingreso: goods received by hand, against a notice, or as a return.
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem } from '../problem.ts'
import type { Locked } from '../stock/lock.ts'
import { moveStock } from '../stock/move.ts'
import { publishRemito } from './issue.ts'
import { claimIngresoNumbers, insertRemito, insertRemitoItems } from './queries.ts'

export type Ingreso = {
  clientId: string
  date: string
  numbers: string[]
  inboundId: string | null
  returnId: string | null
  /** Lots that were created for it. */
  createdLots: readonly string[]
  lines: readonly {
    product_id: string
    lot_id: string
    quantity: number
    notes: string | null
    inbound_item_id: string | null
  }[]
}

/** The products are locked, and the lots are there. */
export async function writeIngreso(
  tx: Transaction,
  by: Author,
  locked: Locked,
  { clientId, date, numbers, inboundId, returnId, createdLots, lines }: Ingreso,
): Promise<string> {
  const id = uuidv7()
  tx.pipeline(
    insertRemito({
      id,
      client_id: clientId,
      type: 'ingreso',
      date,
      remito_number: numbers,
      source_order_id: null,
      inbound_id: inboundId,
      return_id: returnId,
      cai: null,
      cai_expires_on: null,
      recipient: null,
      reason: null,
      issued_by: by.actor,
      link_hash: null,
    }),
  )
  await claimNumbers(tx, clientId, id, numbers)
  tx.pipeline(
    insertRemitoItems(
      clientId,
      id,
      lines.map((line) => ({ ...line, id: uuidv7() })),
    ),
  )
  await publishRemito(tx, clientId, id, 'remito.created')
  await moveStock(tx, locked, {
    cause: 'remito_ingreso',
    documentId: id,
    actor: by.actor,
    createdLots,
    entries: lines.map(({ product_id, lot_id, quantity }) => ({
      client_id: clientId,
      product_id,
      lot_id,
      delta: quantity,
    })),
  })
  return id
}

async function claimNumbers(tx: Transaction, clientId: string, remitoId: string, numbers: string[]) {
  if (numbers.length === 0) return
  const claimed = await tx.rows(claimIngresoNumbers(clientId, remitoId, numbers))
  const taken = numbers.filter((number) => !claimed.some((free) => free.number === number))
  if (taken.length === 0) return
  throw problem('remitos/duplicate-number', {
    detail: `This client already has an ingreso that is not voided with the number ${taken.join(', ')}.`,
  })
}
