// Goods come back, or do not. The return's row is locked first, before products: of two people who receive the same return, the
// second finds it received.
import {
  type FieldFault,
  fault,
  type ReturnChange,
  type ReturnDetail,
  returnActionsIn,
  type StaffReturnDetail,
} from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import { unarchiveProducts } from '../catalog/products.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { problem, refuseBody, refuseMember, shownFaults, throwProblem, unreachable } from '../problem.ts'
import { writeIngreso } from '../remitos/ingreso.ts'
import { thousandths } from '../stock/availability.ts'
import { holdLots } from '../stock/hold.ts'
import { lockProducts, wholeUnitsFault } from '../stock/lock.ts'
import { findOrCreateLots, lotKey } from '../stock/move.ts'
import {
  type LockedReturn,
  lockReturn,
  type ReceivedParts,
  type ReturnLine,
  returnDetail,
  returnLines,
  setClosed,
  setReceived,
} from './queries.ts'

export async function actOnReturn(
  tx: Transaction,
  by: Author,
  id: string,
  change: ReturnChange,
  today: string,
): Promise<StaffReturnDetail> {
  const locked = (await tx.maybeOne(lockReturn(id))) ?? throwProblem('returns/not-found')
  checkMembers(change)
  const { client_id, client_name, status } = locked
  const allowed = returnActionsIn(status)
  if (!allowed.includes(change.action)) {
    throw problem('returns/invalid-transition', {
      detail: `A return that is ${status} does not allow ${change.action}. It allows ${allowed.join(', ') || 'no further action'}.`,
      current_status: status,
      allowed_actions: allowed,
    })
  }
  const after =
    change.action === 'receive'
      ? await receive(tx, by, locked, change, today)
      : await close(tx, by, locked, change.reason ?? '')
  return { ...after, client_id, client_name }
}

const ownMembers = { receive: ['items', 'hold_reason'], close: ['reason'] }
const members = ['items', 'hold_reason', 'reason'] as const

function checkMembers(change: ReturnChange): void {
  const { action } = change
  refuseBody(
    members
      .filter((name) => change[name] !== undefined && !ownMembers[action].includes(name))
      .map((name) => ({ pointer: `/${name}`, ...fault('not_for_action', { action }) })),
  )
  if (action === 'receive' && !change.items) refuseMember('/items', fault('required_for_action', { action }))
  if (action === 'close' && change.reason === undefined)
    refuseMember('/reason', fault('required_for_action', { action }))
}

async function receive(
  tx: Transaction,
  by: Author,
  locked: LockedReturn,
  { items = [], hold_reason = locked.number }: ReturnChange,
  today: string,
): Promise<ReturnDetail> {
  const { id, client_id: clientId, status } = locked
  const lines = await tx.rows(returnLines(id))
  refuseBody(shownFaults(faultsOf(items, lines)))
  const parts = partsOf(items)
  await enterGoods(tx, by, locked, lines, parts, { holdReason: hold_reason, today })
  tx.pipeline(setReceived(locked, parts))
  const after = await tx.one(returnDetail(clientId, id))
  publish(tx, [{ clientId, type: 'return.received', object: after }])
  recordAudit(tx, by, { clientId, action: 'returns.receive', subjectId: id, before: { status }, after })
  return after
}

type ReceivedItems = NonNullable<ReturnChange['items']>

function faultsOf(items: ReceivedItems, lines: readonly ReturnLine[]): FieldFault[] {
  const left = new Map(lines.map((line) => [line.id, thousandths(line.expected)]))
  const firstWith = new Map<string, number>()
  return items.flatMap(({ id, quantity, disposition }, index): FieldFault[] => {
    const pointer = `/items/${index}`
    const line = lines.find((one) => one.id === id)
    if (!line) return [{ pointer: `${pointer}/id`, ...fault('not_a_line_of_return') }]
    const first = firstWith.get(`${id} ${disposition}`)
    if (first !== undefined) return [{ pointer, ...fault('line_repeated', { first: `/items/${first}` }) }]
    firstWith.set(`${id} ${disposition}`, index)
    const fraction = wholeUnitsFault(line.unit_type, quantity)
    if (fraction) return [{ pointer: `${pointer}/quantity`, ...fraction }]
    const rest = (left.get(id) ?? 0) - thousandths(quantity)
    left.set(id, rest)
    if (rest >= 0) return []
    return [
      {
        pointer: `${pointer}/quantity`,
        ...fault('more_than_expected', { expected_quantity: line.expected }),
      },
    ]
  })
}

const partNames = { restock: 'restocked', hold: 'held', write_off: 'written_off' } as const

function partsOf(items: ReceivedItems): ReceivedParts[] {
  const parts = new Map<string, ReceivedParts>()
  for (const { id, quantity, disposition } of items) {
    const part = parts.get(id) ?? { id, restocked: 0, held: 0, written_off: 0 }
    parts.set(id, { ...part, [partNames[disposition]]: quantity })
  }
  return [...parts.values()]
}

/** Into the lots that the goods came from, and into those of the return. What is written off had left, and moves nothing. */
async function enterGoods(
  tx: Transaction,
  by: Author,
  { id, client_id, number }: LockedReturn,
  lines: readonly ReturnLine[],
  parts: readonly ReceivedParts[],
  { holdReason, today }: { holdReason: string; today: string },
): Promise<void> {
  const partOf = new Map(parts.map((part) => [part.id, part]))
  const restocked = lines.filter((line) => (partOf.get(line.id)?.restocked ?? 0) > 0)
  const held = lines.filter((line) => (partOf.get(line.id)?.held ?? 0) > 0)
  const entering = [...restocked, ...held]
  if (entering.length === 0) return
  const locked = await lockProducts(
    tx,
    entering.map(({ product_id }) => product_id),
  )
  await unarchiveProducts(tx, by, locked)
  const { lotIds, createdLots } = await findOrCreateLots(
    tx,
    held.map((line) => lotKey({ client_id, product_id: line.product_id }, { ...line, lot_number: number })),
    'remito_ingreso',
  )
  const into = (line: ReturnLine, lot_id: string, quantity: number) => ({
    product_id: line.product_id,
    lot_id,
    quantity,
    notes: null,
    inbound_item_id: null,
  })
  await writeIngreso(tx, by, locked, {
    clientId: client_id,
    date: today,
    numbers: [],
    inboundId: null,
    returnId: id,
    createdLots,
    lines: [
      ...restocked.map((line) => into(line, line.lot_id, partOf.get(line.id)?.restocked ?? 0)),
      ...held.map((line, index) =>
        into(
          line,
          lotIds[index] ?? unreachable('a lot that was neither found nor created'),
          partOf.get(line.id)?.held ?? 0,
        ),
      ),
    ],
  })
  await holdLots(tx, by, client_id, lotIds, holdReason)
}

async function close(
  tx: Transaction,
  by: Author,
  locked: LockedReturn,
  reason: string,
): Promise<ReturnDetail> {
  const { id, client_id: clientId, status } = locked
  tx.pipeline(setClosed(locked, reason))
  recordAudit(tx, by, {
    clientId,
    action: 'returns.close',
    subjectId: id,
    before: { status },
    after: { status: 'closed', reason },
  })
  return tx.one(returnDetail(clientId, id))
}
