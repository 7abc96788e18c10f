// Records an acceptance. The order decides what it means: while the goods are under way, it delivers them; after the staff have said
// that they were delivered, it is added; if the delivery has failed or was cancelled before the phone had a network, it is kept as a
// late one for the staff to look into, and changes nothing else. Nothing that was signed is thrown away.
import type { AcceptanceReceipt, NewAcceptance, OrderStatus } from '@anden/contract'
import { cuitOrDni, type FieldFault, fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { actOnOrder } from '../orders/actions.ts'
import { lockForAction } from '../orders/on-trip.ts'
import { problem, refuseBody, throwProblem } from '../problem.ts'
import { publishRemito } from '../remitos/issue.ts'
import { expectReturn } from '../returns/expect.ts'
import { wholeUnitsFault } from '../stock/lock.ts'
import { keepFiles, type StoredFiles } from './files.ts'
import {
  type AcceptanceRow,
  type AcceptedRemito,
  acceptanceWith,
  insertAcceptance,
  type LinkedRemito,
  lockRemitoToAccept,
  remitoLinesToAccept,
  type ShippedLine,
  setRemitoAcceptance,
} from './queries.ts'

export type Channel = 'recipient' | 'driver' | 'staff'

/** `mayDeliver`: false if whoever sends it cannot act on the order any more. */
export type Submission = {
  channel: Channel
  by: Author
  given: NewAcceptance
  files: StoredFiles
  pdfSha256: Buffer | null
  mayDeliver: boolean
}

/** Before anything is stored: the first answer, if this is not the first time; throws what recording it would. */
export async function answeredBefore(
  db: Queryable,
  { id, order_status, status }: LinkedRemito,
  { submission_id }: Pick<NewAcceptance, 'submission_id'>,
  mayDeliver: boolean,
): Promise<AcceptanceReceipt | null> {
  const known = await db.rows(acceptanceWith(id, submission_id))
  return settledBy(known, submission_id, meaningOf(status, order_status, mayDeliver))
}

export async function recordAcceptance(
  tx: Transaction,
  remitoId: string,
  orderId: string,
  { channel, by, given, files, pdfSha256, mayDeliver }: Submission,
): Promise<AcceptanceReceipt> {
  const { order } = await lockForAction(tx, 'deliver', orderId, null)
  // In one round trip, while the order is locked.
  const [remito, known, lines] = await inOrder([
    tx.maybeOne(lockRemitoToAccept(remitoId)),
    tx.rows(acceptanceWith(remitoId, given.submission_id)),
    tx.rows(remitoLinesToAccept(remitoId)),
  ])
  if (!order || !remito) throw problem('remitos/not-found')
  const meaning = meaningOf(remito.status, order.status, mayDeliver)
  const before = settledBy(known, given.submission_id, meaning)
  if (before) return before
  checkLines(given.items, lines)
  const row = rowOf(remito, orderId, { channel, by, given, pdfSha256 }, meaning === 'late')
  tx.pipeline(insertAcceptance(row, given.items))
  await keepFiles(tx, files, row.id)
  const { client_id: clientId } = remito
  const { outcome, late } = row
  if (!late) {
    tx.pipeline(setRemitoAcceptance(remitoId, outcome))
    if (order.status === 'in_transit') await actOnOrder(tx, by, orderId, { action: 'deliver' }, null)
    await expectGoodsBack(tx, by, { clientId, orderId, remitoId }, given.items)
    await publishRemito(
      tx,
      clientId,
      remitoId,
      outcome === 'accepted' ? 'remito.accepted' : 'remito.disputed',
    )
  }
  recordAudit(tx, by, {
    clientId,
    action: 'remitos.accept',
    subjectId: remitoId,
    after: { acceptance_id: row.id, outcome, late, channel },
  })
  const [recorded] = await tx.rows(acceptanceWith(remitoId, given.submission_id))
  return receiptOf(recorded ?? throwProblem('remitos/not-found'))
}

/** What is damaged or refused goes back to the warehouse. */
async function expectGoodsBack(
  tx: Transaction,
  by: Author,
  whose: { clientId: string; orderId: string; remitoId: string },
  lines: NewAcceptance['items'],
): Promise<void> {
  const items = lines.flatMap(({ item_id, damaged, refused, note = null }) => [
    { remitoItemId: item_id, quantity: damaged, reason: 'damaged' as const, note },
    { remitoItemId: item_id, quantity: refused, reason: 'refused' as const, note },
  ])
  const goods = items.filter(({ quantity }) => quantity > 0)
  if (goods.length > 0) await expectReturn(tx, by, { ...whose, items: goods })
}

type Meaning = 'not-under-way' | 'on-time' | 'late'

function meaningOf(remito: 'issued' | 'voided', order: OrderStatus | null, mayDeliver: boolean): Meaning {
  if (remito === 'voided' || order === 'failed_delivery' || order === 'cancelled') return 'late'
  if (order === 'delivered') return 'on-time'
  if (order !== 'in_transit') return 'not-under-way'
  return mayDeliver ? 'on-time' : 'late'
}

/** The receipt of the same submission; null: it is to be recorded. Another one is refused. */
function settledBy(
  known: readonly AcceptanceRow[],
  submissionId: string,
  meaning: Meaning,
): AcceptanceReceipt | null {
  const same = known.find(({ submission_id }) => submission_id === submissionId.toLowerCase())
  if (same) return receiptOf(same)
  const other = known.find((row) => !row.late || (meaning === 'late' && row.settled_at === null))
  if (other) {
    const { name, created_at: at } = other
    throw problem('remitos/already-accepted', {
      detail: name === null ? `This remito was accepted at ${at}.` : `${name} accepted this remito at ${at}.`,
      name,
      at,
    })
  }
  if (meaning === 'not-under-way') throw problem('remitos/not-under-way')
  return null
}

const receiptOf = ({ outcome, name, created_at: at, late }: AcceptanceRow): AcceptanceReceipt => ({
  outcome,
  name,
  at,
  late,
})

const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** Every line once, and of each exactly what was shipped. */
function checkLines(given: NewAcceptance['items'], shipped: readonly ShippedLine[]): void {
  const lines = new Map(shipped.map((line) => [line.id, line]))
  const faults: FieldFault[] = []
  for (const [index, item] of given.entries()) {
    const line = lines.get(item.item_id.toLowerCase())
    if (!line) faults.push({ pointer: `/items/${index}/item_id`, ...fault('not_a_line_of_remito') })
    else lines.delete(line.id)
    const parts = [item.accepted, item.missing, item.damaged, item.refused]
    const [fraction] = line ? parts.flatMap((part) => wholeUnitsFault(line.unit_type, part) ?? []) : []
    if (fraction) faults.push({ pointer: `/items/${index}`, ...fraction })
    const sum = parts.reduce((total, part) => total + thousandths(part), 0)
    if (line && sum !== thousandths(line.quantity)) {
      const found = fault('not_what_was_shipped', { shipped: line.quantity, given: sum / 1000 })
      faults.push({ pointer: `/items/${index}`, ...found })
    }
  }
  for (const [id] of lines) faults.push({ pointer: '/items', ...fault('line_left_out', { item_id: id }) })
  refuseBody(faults)
  if (given.every(({ accepted }) => accepted === 0))
    refuseBody([{ pointer: '/items', ...fault('nothing_accepted') }])
}

export type NewAcceptanceRow = ReturnType<typeof rowOf>

function rowOf(
  { id: remito_id, client_id }: AcceptedRemito,
  order_id: string,
  { channel, by, given, pdfSha256 }: Pick<Submission, 'channel' | 'by' | 'given' | 'pdfSha256'>,
  late: boolean,
) {
  const { submission_id, name, document = null, signed_at, items } = given
  const isWhole = items.every(({ missing, damaged, refused }) => missing + damaged + refused === 0)
  return {
    id: uuidv7(),
    client_id,
    remito_id,
    order_id,
    submission_id,
    channel,
    actor: by.actor,
    outcome: isWhole ? ('accepted' as const) : ('with_differences' as const),
    late,
    name,
    document: document && cuitOrDni(document),
    signed_at,
    pdf_sha256: pdfSha256,
  }
}
