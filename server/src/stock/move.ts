// Every stock change goes through here. It writes ledger entries, which the database applies to lots and products, and
// publishes the events: lots created, lots depleted, and the net change of each product.
import type { LedgerCause, LotSource } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { inOrder, type Transaction } from '../db/transaction.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import { unreachable } from '../problem.ts'
import { thousandths } from './availability.ts'
import { insertLedger, type NewLedgerEntry, quantitiesOf } from './ledger-queries.ts'
import type { Locked, LockedProduct } from './lock.ts'
import { insertMissingLots, type LotKey, type LotRow, lotIdsOf, lotsByIds } from './lot-queries.ts'

export type Entry = Omit<NewLedgerEntry, 'id'>
export type Movement = {
  cause: LedgerCause
  documentId: string
  actor: string
  /** Given by a person. */
  reason?: string | null
  entries: readonly Entry[]
  /** Lots that this movement created. */
  createdLots?: readonly string[]
}

export const noLotNumber = 'SIN-LOTE'

type LotName = { lot_number?: string | null; expiry_date?: string | null; vintage_year?: number | null }

export const lotKey = (product: Pick<LotKey, 'client_id' | 'product_id'>, lot: LotName): LotKey => ({
  client_id: product.client_id,
  product_id: product.product_id,
  lot_number: lot.lot_number ?? noLotNumber,
  expiry_date: lot.expiry_date ?? null,
  vintage_year: lot.vintage_year ?? null,
})

/** Writes the whole movement of one request, with its events. */
export async function moveStock(tx: Transaction, locked: Locked, movement: Movement): Promise<void> {
  writeEntries(tx, movement)
  const [ofLots, ofQuantities] = await inOrder([lotEventsOf(tx, movement), quantityEvents(tx, locked)])
  publish(tx, [...ofLots, ...ofQuantities])
}

function writeEntries(tx: Transaction, { entries, cause, documentId, actor, reason = null }: Movement): void {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ ...entry, id: uuidv7() }))
  tx.pipeline(insertLedger(rows, cause, documentId, actor, reason))
}

async function lotEventsOf(tx: Transaction, { entries, createdLots = [] }: Movement): Promise<NewEvent[]> {
  const lots = await tx.rows(
    lotsByIds([...new Set([...entries.map((entry) => entry.lot_id), ...createdLots])]),
  )
  const created = new Set(createdLots)
  const net = netDeltas(entries)
  return lotEvents({
    created: lots.filter((lot) => created.has(lot.id)),
    depleted: lots.filter((lot) => lot.quantity === 0 && (net.get(lot.id) ?? 0) < 0),
  })
}

type ChangedLots = { created: readonly LotRow[]; depleted: readonly LotRow[] }

const lotEvents = ({ created, depleted }: ChangedLots): NewEvent[] => [
  ...created.map(lotCreated),
  ...depleted.map(lotDepleted),
]

/** One `stock.changed` per product and transaction, with the net delta; none if that is 0. */
async function quantityEvents(
  tx: Transaction,
  locked: ReadonlyMap<string, Pick<LockedProduct, 'quantity'>>,
): Promise<NewEvent[]> {
  const now = await tx.rows(quantitiesOf([...locked.keys()]))
  return now.flatMap((stock): NewEvent[] => {
    const { quantity: before } =
      locked.get(stock.product_id) ?? unreachable('a moved product that is not locked')
    const delta = thousandths(stock.quantity) - thousandths(before)
    if (delta === 0) return []
    return [
      {
        clientId: stock.client_id,
        type: 'stock.changed',
        object: {
          product_id: stock.product_id,
          old_quantity: before,
          new_quantity: stock.quantity,
          delta: delta / 1000,
          source: null,
          updated_at: stock.updated_at,
        },
      },
    ]
  })
}

/** The lots with these keys; missing ones are created. The products are locked, so no one else creates them. */
export async function findOrCreateLots(tx: Transaction, keys: readonly LotKey[], source: LotSource) {
  const ids = keys.map(() => uuidv7())
  const [created, found] = await inOrder([
    tx.rows(insertMissingLots(ids, keys, source)),
    tx.rows(lotIdsOf(keys)),
  ])
  return { lotIds: found.map((lot) => lot.id), createdLots: created.map((lot) => lot.id) }
}

function netDeltas(entries: readonly Entry[]): Map<string, number> {
  const net = new Map<string, number>()
  for (const { lot_id, delta } of entries) net.set(lot_id, (net.get(lot_id) ?? 0) + thousandths(delta))
  return net
}

type LotOfEvent = Pick<LotRow, 'id' | 'product_id' | 'lot_number' | 'expiry_date' | 'vintage_year'>

/** The fields of a lot in every event about it. */
export const lotFields = ({ id, product_id, lot_number, expiry_date, vintage_year }: LotOfEvent) => ({
  lot_id: id,
  product_id,
  lot_number,
  expiry_date,
  vintage_year,
})

const lotCreated = (lot: LotRow): NewEvent => ({
  clientId: lot.client_id,
  type: 'lot.created',
  object: {
    ...lotFields(lot),
    quantity: lot.quantity,
    source_type: lot.source_type,
    created_at: lot.created_at,
  },
})

const lotDepleted = (lot: LotRow): NewEvent => ({
  clientId: lot.client_id,
  type: 'lot.depleted',
  object: { ...lotFields(lot), depleted_at: lot.updated_at },
})
