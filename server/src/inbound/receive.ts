// The staff receive what was announced. The notice's row is locked first, before products: of two people who receive at once, the
// second adds to what the first did.
import {
  explainsDifference,
  type FieldFault,
  fault,
  type InboundAction,
  type InboundStatus,
  inboundActionsIn,
  remitoNumber,
  type StaffInboundChange,
  type StaffInboundNoticeDetail,
} from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { problem, refuseBody, refuseMember, shownFaults, throwProblem } from '../problem.ts'
import { createRemito } from '../remitos/create.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { cancelNotice, refuseOthers, repeatedNumbers, requireRevision } from './announce.ts'
import { matchedGoods } from './lines.ts'
import {
  clearDifferences,
  countReceived,
  ingresosOf,
  insertNoticeLines,
  type LockedNotice,
  lockNotice,
  type NoticeLine,
  noticeDetail,
  noticeLines,
  productsNamed,
  setDifferences,
  setNoticeStatus,
} from './queries.ts'

export async function actOnNotice(
  tx: Transaction,
  by: Author,
  id: string,
  change: StaffInboundChange,
  settings: RemitoSettings,
): Promise<StaffInboundNoticeDetail> {
  const notice = (await tx.maybeOne(lockNotice(id, null))) ?? throwProblem('inbound/not-found')
  checkMembers(change)
  const { client_id, client_name, status } = notice
  if (change.action === 'cancel' && status === 'cancelled')
    return { ...(await tx.one(noticeDetail(client_id, id))), client_id, client_name }
  const allowed = inboundActionsIn(status)
  if (!allowed.includes(change.action)) throw invalidTransition(status, change.action, allowed)
  requireRevision(notice, change.if_revision)
  const actions = {
    arrive: () => arrive(tx, by, notice),
    receive: () => receive(tx, by, notice, change, settings),
    close: () => close(tx, by, notice, change.differences ?? []),
    cancel: () => cancelNotice(tx, by, notice, change.reason ?? ''),
  }
  return { ...(await actions[change.action]()), client_id, client_name }
}

function invalidTransition(status: InboundStatus, action: InboundAction, allowed: readonly InboundAction[]) {
  return problem('inbound/invalid-transition', {
    detail: `A notice that is ${status} does not allow ${action}. It allows ${allowed.join(', ') || 'no further action'}.`,
    current_status: status,
    allowed_actions: allowed,
  })
}

const ownMembers = {
  arrive: [],
  receive: ['items', 'remito_number'],
  close: ['differences'],
  cancel: ['reason'],
}
const members = ['items', 'remito_number', 'differences', 'reason'] as const

function checkMembers(change: StaffInboundChange): void {
  const { action } = change
  const own: readonly string[] = ownMembers[action]
  refuseOthers(
    change,
    action,
    members.filter((name) => !own.includes(name)),
  )
  if (action === 'receive' && !change.items) refuseMember('/items', fault('required_for_action', { action }))
  if (action === 'cancel' && change.reason === undefined)
    refuseMember('/reason', fault('required_for_action', { action }))
  refuseBody(repeatedNumbers(change.remito_number ?? []))
}

async function arrive(tx: Transaction, by: Author, notice: LockedNotice) {
  const after = await moveTo(tx, notice, 'arrived')
  publish(tx, [{ clientId: notice.client_id, type: 'inbound.arrived', object: after }])
  recordStep(tx, by, notice, 'inbound.arrive', { status: 'arrived' })
  return after
}

type Received = Pick<StaffInboundChange, 'items' | 'remito_number'>

async function receive(
  tx: Transaction,
  by: Author,
  notice: LockedNotice,
  { items = [], remito_number }: Received,
  settings: RemitoSettings,
) {
  const { id, client_id } = notice
  const lines = await tx.rows(noticeLines(id))
  const goods = matchedGoods(items, lines)
  await addLines(tx, notice, lines, goods)
  const remito = await createRemito(
    tx,
    by,
    {
      client_id,
      type: 'ingreso',
      remito_number: await numbersFor(tx, notice, remito_number),
      items: goods.map(({ line: _, ...item }) => item),
    },
    settings,
    { id, itemIds: goods.map(({ line }) => line.id) },
  )
  tx.pipeline(countReceived(remito.id, 1))
  const after = await moveTo(tx, notice, 'receiving')
  recordStep(tx, by, notice, 'inbound.receive', { status: 'receiving', remito_id: remito.id })
  return after
}

/** A product of somebody else gets no line: the ingreso is refused, and says which of its lines names it. */
async function addLines(
  tx: Transaction,
  { id, client_id }: LockedNotice,
  lines: readonly NoticeLine[],
  goods: ReturnType<typeof matchedGoods>,
) {
  const added = [...new Set(goods.map(({ line }) => line))].filter(
    (line) => !lines.some((known) => known.id === line.id),
  )
  if (added.length === 0) return
  const own = await tx.rows(
    productsNamed(
      client_id,
      added.map(({ product_id }) => product_id),
      [],
    ),
  )
  const isOwn = new Set(own.map((product) => product.id))
  const faults = goods.flatMap(({ line }, index): FieldFault[] =>
    added.includes(line) && !isOwn.has(line.product_id)
      ? [{ pointer: `/items/${index}/product_id`, ...fault('not_the_clients_product') }]
      : [],
  )
  refuseBody(faults)
  tx.pipeline(insertNoticeLines(client_id, id, added))
}

/** The papers of a delivery have their numbers once: on its first ingreso, however many follow. */
async function numbersFor(tx: Transaction, notice: LockedNotice, given: readonly string[] | undefined) {
  const { count, numbers } = await tx.one(ingresosOf(notice.id))
  if (given === undefined) return count === 0 ? notice.remito_number : []
  return given.filter((number) => !numbers.includes(remitoNumber(number) ?? number))
}

type Differences = NonNullable<StaffInboundChange['differences']>

async function close(tx: Transaction, by: Author, notice: LockedNotice, given: Differences) {
  const lines = await tx.rows(noticeLines(notice.id))
  refuseBody(shownFaults(differenceFaults(lines, given)))
  const isSame = given.length === 0
  if (!isSame) {
    tx.pipeline(
      setDifferences(
        notice.id,
        given.map(({ item_id, reason, note = null }) => ({ item_id, reason, note })),
      ),
    )
  }
  const status = isSame ? 'received' : 'received_with_differences'
  const after = await moveTo(tx, notice, status)
  publish(tx, [{ clientId: notice.client_id, type: 'inbound.received', object: after }])
  recordStep(tx, by, notice, 'inbound.close', { status, differences: given })
  return after
}

/** Exactly one reason for each line with a difference. */
function differenceFaults(lines: readonly NoticeLine[], given: Differences): FieldFault[] {
  const faults = given.flatMap(({ item_id, reason }, index): FieldFault[] => {
    const pointer = `/differences/${index}`
    const line = lines.find(({ id }) => id === item_id)
    if (!line) return [{ pointer: `${pointer}/item_id`, ...fault('not_a_line_of_notice') }]
    const isRepeated = given.findIndex((other) => other.item_id === item_id) < index
    if (line.difference === 0 || isRepeated) return [{ pointer, ...fault('no_difference') }]
    if (explainsDifference(reason, line.difference)) return []
    return [{ pointer: `${pointer}/reason`, ...fault('reason_contradicts', { difference: line.difference }) }]
  })
  const named = new Set(given.map(({ item_id }) => item_id))
  const without = lines
    .filter(({ id, difference }) => difference !== 0 && !named.has(id))
    .map(({ id, difference }) => ({
      pointer: '/differences',
      ...fault('difference_without_reason', { item_id: id, difference }),
    }))
  return [...faults, ...without]
}

/** Voiding an ingreso takes its goods back from the notice, which is open again, also if it was closed. */
export async function takeBack(
  tx: Transaction,
  by: Author,
  noticeId: string,
  remitoId: string,
): Promise<void> {
  const notice = (await tx.maybeOne(lockNotice(noticeId, null))) ?? throwProblem('inbound/not-found')
  tx.pipeline(countReceived(remitoId, -1))
  tx.pipeline(clearDifferences(noticeId))
  tx.pipeline(setNoticeStatus(notice, { status: 'receiving' }))
  recordStep(tx, by, notice, 'inbound.reopen', { status: 'receiving', voided_remito_id: remitoId })
}

async function moveTo(tx: Transaction, notice: LockedNotice, status: InboundStatus) {
  tx.pipeline(setNoticeStatus(notice, { status }))
  return tx.one(noticeDetail(notice.client_id, notice.id))
}

type Step = 'inbound.arrive' | 'inbound.receive' | 'inbound.close' | 'inbound.reopen'

function recordStep(tx: Transaction, by: Author, notice: LockedNotice, action: Step, after: object): void {
  const { id, client_id: clientId, status } = notice
  recordAudit(tx, by, { clientId, action, subjectId: id, before: { status }, after })
}
