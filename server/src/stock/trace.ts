// The trace of a lot, for a recall: where its goods came from and where they went. Sums cover the whole lot; the
// movements are a paged list. Only the first page has the sums, so that reading all pages adds up the lot once: totals by
// an index-only scan, recipients by two lookups per movement, up to a limit.
import {
  type LotTrace,
  maxAggregatedMovements,
  maxRecipients,
  type Page,
  type StaffLotTrace,
  type StaffTraceEntry,
  type TraceEntry,
} from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { throwProblem } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lot } from './rows.ts'
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
  const { transfer: _transfer, reason: _reason, actor: _actor, ...entry } = staffTraceEntry(line)
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

const noDocument = { remito: null, order: null, recipient: null }

export const staffTraceEntry = ({ document, seq: _, ...entry }: TraceLine): StaffTraceEntry => ({
  ...entry,
  ...(document ?? noDocument),
})

const noRecipients = { recipients: null, recipient_count: null }
const noSums = { totals: null, flows: null, ...noRecipients }

async function summaryOf(at: Queryable, traced: TracedLot, { isFirstPage, showsRecipients }: WantedSums) {
  const { client, ...line } = (await at.maybeOne(tracedLot(traced))) ?? throwProblem('lots/not-found')
  if (!isFirstPage) return { client, lot: lot(line), ...noSums }
  const flows = await at.rows(flowsOfLot(line.id))
  const total = (side: 'in' | 'out') =>
    fromThousandths(flows.reduce((sum, flow) => sum + thousandths(flow[side]), 0))
  const movements = flows.reduce((sum, flow) => sum + flow.movements, 0)
  const isAggregated = showsRecipients && movements <= maxAggregatedMovements
  return {
    client,
    lot: lot(line),
    totals: { in: total('in'), out: total('out'), left: line.quantity },
    flows,
    ...(isAggregated ? await recipientTotals(at, line.id) : noRecipients),
  }
}

async function recipientTotals(at: Queryable, lotId: string) {
  const found = await at.rows(recipientsOfLot(lotId, maxRecipients))
  return {
    recipients: found.map(({ recipient_count: _, ...recipient }) => recipient),
    recipient_count: found[0]?.recipient_count ?? 0,
  }
}
