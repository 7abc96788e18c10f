// The trace of a lot, for a recall: where its goods came from, where they went, and whether they have arrived. Sums cover
// the whole lot; the movements are a paged list. Only the first page has the sums, so that reading all pages adds up the
// lot once: totals by an index-only scan, recipients and what orders took by two lookups per movement, up to a limit.
import {
  goodsStatuses,
  type LedgerCause,
  type LotFlow,
  type LotTrace,
  type MovementStatus,
  maxAggregatedMovements,
  maxRecipients,
  type OutQuantities,
  type Page,
  type RecipientQuantities,
  type StaffLotTrace,
  type StaffTraceEntry,
  type TraceEntry,
} from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { throwProblem } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lot } from './lots.ts'
import { flowsOfLot, recipientsOfLot, type TracedLot, type TraceLine, tracedLot } from './trace-queries.ts'

type WantedSums = { isFirstPage: boolean; showsRecipients: boolean }

/** Without the movements of other clients, and without contacts unless the caller may read destinatarios. */
export async function traceForClient(
  at: Queryable,
  traced: TracedLot,
  { data, ...page }: Page<TraceEntry>,
  wanted: WantedSums,
): Promise<LotTrace> {
  const { client: _, ...summary } = await summaryOf(at, traced, wanted)
  return { ...summary, entries: data, ...page }
}

export function clientTraceEntry(line: TraceLine, showsRecipients: boolean): TraceEntry {
  const {
    transfer: _transfer,
    reason: _reason,
    actor: _actor,
    actor_name: _name,
    ...entry
  } = staffTraceEntry(line)
  return showsRecipients ? entry : { ...entry, recipient: null }
}

export async function traceForStaff(
  at: Queryable,
  traced: TracedLot,
  { data, ...page }: Page<StaffTraceEntry>,
  isFirstPage: boolean,
): Promise<StaffLotTrace> {
  const summary = await summaryOf(at, traced, { isFirstPage, showsRecipients: true })
  return { ...summary, entries: data, ...page }
}

const noDocument = { remito: null, order: null, recipient: null, return: null }

export function staffTraceEntry({ document, seq: _, ...entry }: TraceLine): StaffTraceEntry {
  const movement = { ...entry, ...(document ?? noDocument) }
  return { ...movement, status: statusOf(movement) }
}

type Movement = Pick<StaffTraceEntry, 'cause' | 'remito' | 'order'>

const statusOfCause: Record<LedgerCause, MovementStatus> = {
  remito_ingreso: 'received',
  remito_egreso: 'handed_over',
  remito_void: 'voided',
  transfer: 'transferred',
  adjustment: 'adjusted',
  csv_import: 'adjusted',
}
const statusOfOrder: Partial<Record<string, MovementStatus>> = goodsStatuses

function statusOf({ cause, remito, order }: Movement): MovementStatus {
  if (remito?.status === 'voided') return 'voided'
  return (order && statusOfOrder[order.status]) ?? statusOfCause[cause]
}

const noRecipients = { recipients: null, recipient_count: null }
const noSums = { totals: null, flows: null, out_by_status: null, ...noRecipients }

async function summaryOf(at: Queryable, traced: TracedLot, { isFirstPage, showsRecipients }: WantedSums) {
  const { client, ...line } = (await at.maybeOne(tracedLot(traced))) ?? throwProblem('lots/not-found')
  if (!isFirstPage) return { client, lot: lot(line), ...noSums }
  const flows = await at.rows(flowsOfLot(line.id))
  const movements = flows.reduce((sum, flow) => sum + flow.movements, 0)
  const ofOrders = movements <= maxAggregatedMovements ? await takenByOrders(at, line.id) : null
  return {
    client,
    lot: lot(line),
    totals: { in: total(flows, 'in'), out: total(flows, 'out'), left: line.quantity },
    flows,
    out_by_status: ofOrders && outByStatus(flows, ofOrders.quantities),
    ...(ofOrders && showsRecipients ? ofOrders.recipients : noRecipients),
  }
}

const total = (flows: readonly LotFlow[], side: 'in' | 'out') =>
  fromThousandths(flows.reduce((sum, flow) => sum + thousandths(flow[side]), 0))

const nothing: RecipientQuantities = { in_warehouse: 0, in_transit: 0, delivered: 0, failed_delivery: 0 }

async function takenByOrders(at: Queryable, lotId: string) {
  const found = await at.rows(recipientsOfLot(lotId, maxRecipients))
  const [first] = found
  return {
    quantities: first?.all_by_status ?? nothing,
    recipients: {
      recipients: found.map(({ recipient_count: _count, all_by_status: _sums, ...recipient }) => recipient),
      recipient_count: first?.recipient_count ?? 0,
    },
  }
}

/** What egresos took beyond the orders was handed out without one. */
function outByStatus(flows: readonly LotFlow[], ofOrders: RecipientQuantities): OutQuantities {
  const outOf = (...causes: LedgerCause[]) =>
    total(
      flows.filter(({ cause }) => causes.includes(cause)),
      'out',
    )
  const ordered = Object.values(ofOrders).reduce((sum, quantity) => sum + thousandths(quantity), 0)
  return {
    ...ofOrders,
    handed_over: fromThousandths(thousandths(outOf('remito_egreso')) - ordered),
    transferred: outOf('transfer'),
    adjusted: outOf('adjustment', 'csv_import'),
  }
}
