// The trace of a lot, for a recall: where its goods came from and where they went. Sums cover the whole lot; the
// movements are a paged list. Its cost is that of a page and of an index-only sum: recipients are added up only while the
// lot has few movements.
import {
  type LotTrace,
  maxAggregatedMovements,
  type Page,
  type StaffLotTrace,
  type StaffTraceEntry,
  type TraceEntry,
} from '@anden/contract'
import type { Queryable } from '../db/pool.ts'
import { throwProblem } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lot } from './rows.ts'
import { flowsOfLot, recipientsOfLot, type TracedLot, type TraceLine, tracedLot } from './trace-queries.ts'

/** Without the movements of other clients, and without contacts unless the caller may read destinatarios. */
export async function traceForClient(
  at: Queryable,
  traced: TracedLot,
  { data, ...page }: Page<TraceEntry>,
  showsRecipients: boolean,
): Promise<LotTrace> {
  const { client: _, ...summary } = await summaryOf(at, traced, showsRecipients)
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
): Promise<StaffLotTrace> {
  return { ...(await summaryOf(at, traced, true)), entries: data, ...page }
}

const noDocument = { remito: null, order: null, recipient: null }

export const staffTraceEntry = ({ document, seq: _, ...entry }: TraceLine): StaffTraceEntry => ({
  ...entry,
  ...(document ?? noDocument),
})

async function summaryOf(at: Queryable, traced: TracedLot, showsRecipients: boolean) {
  const { client, ...line } = (await at.maybeOne(tracedLot(traced))) ?? throwProblem('lots/not-found')
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
    recipients: isAggregated ? await at.rows(recipientsOfLot(line.id)) : null,
  }
}
