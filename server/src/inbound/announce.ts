// A client announces goods, and changes or cancels the notice until they arrive.
import {
  fault,
  type InboundChange,
  type InboundNoticeDetail,
  isChangeableByClient,
  type NewInboundNotice,
  remitoNumber,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseBody, refuseMember, throwProblem } from '../problem.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { announcedLines } from './lines.ts'
import {
  deleteNoticeLines,
  insertNotice,
  insertNoticeLines,
  type LockedNotice,
  lockNotice,
  lockSeries,
  type NoticeFields,
  nextNoticeNumber,
  noticeDetail,
  noticeWithReference,
  setNoticeStatus,
  updateNotice,
} from './queries.ts'

/** Earlier and later days are typing errors. */
const expectedWithin = { daysPast: 30, daysAhead: 366 }

export async function announceGoods(
  tx: Transaction,
  by: Author,
  clientId: string,
  given: NewInboundNotice,
  today: string,
): Promise<InboundNoticeDetail> {
  checkFields(given, today)
  const lines = await announcedLines(tx, clientId, given.items)
  const { number } = await tx.one(nextNoticeNumber(clientId))
  await refuseTakenReference(tx, clientId, given.reference)
  const id = uuidv7()
  const { reference, expected_on } = given
  const row = { ...withGiven(nothing, given), reference, expected_on, id, number }
  tx.pipeline(insertNotice(clientId, row))
  tx.pipeline(insertNoticeLines(clientId, id, lines))
  const notice = await tx.one(noticeDetail(clientId, id))
  recordAudit(tx, by, { clientId, action: 'inbound.create', subjectId: id, after: notice })
  return notice
}

export async function changeNotice(
  tx: Transaction,
  by: Author,
  clientId: string,
  id: string,
  change: InboundChange,
  today: string,
): Promise<InboundNoticeDetail> {
  const notice = (await tx.maybeOne(lockNotice(id, clientId))) ?? throwProblem('inbound/not-found')
  checkChange(notice, change, today)
  const isRepeated = change.action === 'cancel' && notice.status === 'cancelled'
  if (isRepeated) return tx.one(noticeDetail(clientId, id))
  if (!isChangeableByClient(notice.status)) {
    throw problem('inbound/not-changeable', {
      detail: `A notice can be changed until its goods arrive; this one is ${notice.status}.`,
      current_status: notice.status,
    })
  }
  requireRevision(notice, change.if_revision)
  if (change.action === 'cancel') return cancelNotice(tx, by, notice, change.reason ?? '')
  const before = await tx.one(noticeDetail(clientId, id))
  if (change.items) {
    const lines = await announcedLines(tx, clientId, change.items)
    tx.pipeline(deleteNoticeLines(id))
    tx.pipeline(insertNoticeLines(clientId, id, lines))
  }
  if (change.reference !== undefined) {
    await tx.rows(lockSeries(clientId))
    await refuseTakenReference(tx, clientId, change.reference, id)
  }
  const { reference = notice.reference, expected_on = notice.expected_on } = change
  tx.pipeline(updateNotice(clientId, id, { ...withGiven(notice, change), reference, expected_on }))
  const after = await tx.one(noticeDetail(clientId, id))
  recordAudit(tx, by, { clientId, action: 'inbound.update', subjectId: id, before, after })
  return after
}

/** Of the client, or of the staff. */
export async function cancelNotice(
  tx: Transaction,
  by: Author,
  notice: LockedNotice,
  reason: string,
): Promise<InboundNoticeDetail> {
  const { id, client_id: clientId, status } = notice
  tx.pipeline(setNoticeStatus(notice, { status: 'cancelled', cancelReason: reason }))
  recordAudit(tx, by, {
    clientId,
    action: 'inbound.cancel',
    subjectId: id,
    before: { status },
    after: { status: 'cancelled', reason },
  })
  return tx.one(noticeDetail(clientId, id))
}

/** Nobody acts on what he has not seen. Without a revision, whatever it is now. */
export function requireRevision({ revision }: LockedNotice, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return
  throw problem('inbound/changed-meanwhile', {
    detail: `The notice has the revision ${revision}, not ${expected}: it has changed meanwhile.`,
    revision,
  })
}

type OptionalFields = Pick<NoticeFields, 'carrier' | 'remito_number' | 'packages' | 'notes'>
const nothing: OptionalFields = { carrier: null, remito_number: [], packages: null, notes: null }

/** A field that was left out stays as it was. */
function withGiven(before: OptionalFields, given: Partial<OptionalFields>): OptionalFields {
  const { carrier, remito_number, packages, notes } = given
  return {
    carrier: carrier === undefined ? before.carrier : carrier,
    remito_number: remito_number?.map((text) => remitoNumber(text) ?? text) ?? before.remito_number,
    packages: packages === undefined ? before.packages : packages,
    notes: notes === undefined ? before.notes : notes,
  }
}

/** The series is locked, so nobody else takes it meanwhile. */
async function refuseTakenReference(tx: Transaction, clientId: string, reference: string, ownId?: string) {
  const existing = await tx.maybeOne(noticeWithReference(clientId, reference))
  if (!existing || existing.id === ownId) return
  throw problem('inbound/duplicate-reference', {
    detail: `The notice ${existing.number} has this reference.`,
    existing,
  })
}

const updated = [
  'reference',
  'expected_on',
  'carrier',
  'remito_number',
  'packages',
  'notes',
  'items',
] as const

function checkChange(notice: LockedNotice, change: InboundChange, today: string): void {
  const { action, if_revision, reason } = change
  if (action === 'update') {
    if (if_revision === undefined) refuseMember('/if_revision', fault('required_for_action', { action }))
    if (reason !== undefined) refuseMember('/reason', fault('not_for_action', { action }))
    const { expected_on, ...others } = change
    // A day that has become too old can stay.
    checkFields(expected_on === notice.expected_on ? others : change, today)
    return
  }
  if (reason === undefined) refuseMember('/reason', fault('required_for_action', { action }))
  refuseOthers(change, action, updated)
}

/** A member of another action would be ignored silently, so it is refused. */
export function refuseOthers<Name extends string>(
  change: { [name in Name]?: unknown },
  action: string,
  names: readonly Name[],
): void {
  refuseBody(
    names
      .filter((name) => change[name] !== undefined)
      .map((name) => ({ pointer: `/${name}`, ...fault('not_for_action', { action }) })),
  )
}

function checkFields(given: Pick<InboundChange, 'expected_on' | 'remito_number'>, today: string): void {
  const { expected_on: day, remito_number: numbers = [] } = given
  const first = dayAfter(today, -expectedWithin.daysPast)
  const last = dayAfter(today, expectedWithin.daysAhead)
  if (day !== undefined && (day < first || day > last))
    refuseMember('/expected_on', fault('expected_out_of_range', { first, last }))
  refuseBody(repeatedNumbers(numbers))
}

export function repeatedNumbers(numbers: readonly string[]) {
  const plain = numbers.map(remitoNumber)
  return plain.flatMap((number, index) => {
    const first = plain.indexOf(number)
    if (first === index) return []
    return [
      {
        pointer: `/remito_number/${index}`,
        ...fault('repeated_number', { first: `/remito_number/${first}` }),
      },
    ]
  })
}
