import {
  CreatedBetween,
  type LedgerCause,
  Lot,
  LotFilters,
  LotTrace,
  type StockDocumentType,
  StockFilters,
  StockHistory,
  StockHistoryEntry,
  StockMoment,
  StockRow,
  TraceEntry,
} from '@anden/contract'
import type { Clock, DayOf } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { throwProblem } from '../problem.ts'
import { type HistoryLine, historyBalances, historyOldestFirst } from './ledger-queries.ts'
import { lot, stockRow } from './lots.ts'
import { pastStockBySku, pastStockOfProduct } from './past-queries.ts'
import { type LotLine, lotsFirstToExpire, type StockLine, stockBySku, stockOfProduct } from './queries.ts'
import { historySheet, lotsSheet, stockSheet, traceSheet } from './sheets.ts'
import { clientTraceEntry, traceForClient } from './trace.ts'
import { type TraceLine, traceOldestFirst } from './trace-queries.ts'
import { requirePast } from './warehouse-day.ts'

const scope = 'read:stock'
const topic = 'stock'

export function stockPortal(portal: Router<PortalPrincipal>, clock: Clock, today: DayOf) {
  portal.list(
    '/stock',
    {
      summary: 'Stock per product, by SKU',
      scope,
      topic,
      filters: StockFilters,
      item: StockRow,
      sortKey: ({ sku, product_id }: StockLine) => [sku, product_id],
      shape: stockRow,
      sheet: stockSheet,
    },
    ({ client, query: { at, ...filters }, page }) =>
      at === undefined
        ? stockBySku(client.id, today(client), filters, page)
        : pastStockBySku(client.id, requirePast(at, clock), filters, page),
  )

  portal.list(
    '/stock/lots',
    {
      summary: 'Lots, first to expire first',
      scope,
      topic,
      filters: LotFilters,
      item: Lot,
      sortKey: ({ expires_on, id }: LotLine) => [expires_on, id],
      shape: lot,
      sheet: lotsSheet,
    },
    ({ client, query, page }) => lotsFirstToExpire(client.id, query, page),
  )

  // No topic, so it is not cached: it shows contacts and orders, too.
  portal.listInEnvelope(
    '/stock/lots/:id/trace',
    {
      summary: 'Where a lot came from and where its goods went',
      description: `For a recall: every movement of the lot with its document, order and recipient, and the sums over all of them. Goods that were transferred to or from another client have the cause \`transfer\` and no recipient.

Contacts are shown only to a key with \`read:destinatarios\`.`,
      scope,
      filters: {},
      item: TraceEntry,
      sortKey: ({ seq }: TraceLine) => [seq],
      shape: (line: TraceLine, { principal }) => clientTraceEntry(line, showsRecipients(principal)),
      reply: LotTrace,
      sheet: traceSheet,
      problems: ['lots/not-found'],
    },
    ({ client, params, page }) => traceOldestFirst({ clientId: client.id, lotId: params.id }, page),
    (data, { client, params, principal, page }, at) =>
      traceForClient(at, { clientId: client.id, lotId: params.id }, data, {
        isFirstPage: page.after === null,
        showsRecipients: showsRecipients(principal),
      }),
  )

  portal.row(
    '/stock/:id',
    {
      summary: 'Stock of one product',
      scope,
      topic,
      query: StockMoment,
      reply: StockRow,
      missing: 'stock/not-found',
      shape: stockRow,
    },
    ({ client, params: { id }, query: { at } }) =>
      at === undefined
        ? stockOfProduct(client.id, today(client), id)
        : pastStockOfProduct(client.id, requirePast(at, clock), id),
  )

  portal.listInEnvelope(
    '/stock/:id/history',
    {
      summary: 'History of the stock of one product, oldest first',
      scope,
      topic,
      filters: CreatedBetween,
      item: StockHistoryEntry,
      sortKey: ({ created_at, seq }: HistoryLine) => [created_at, seq],
      shape: historyEntry,
      reply: StockHistory,
      sheet: historySheet,
      problems: ['stock/not-found'],
    },
    ({ client, params, query, page }) => historyOldestFirst(client.id, params.id, query, page),
    async ({ data, ...page }, { client, params, query }, at) => ({
      ...((await at.maybeOne(historyBalances(client.id, params.id, query))) ??
        throwProblem('stock/not-found')),
      entries: data,
      ...page,
    }),
  )
}

const showsRecipients = ({ scopes }: PortalPrincipal) => scopes.includes('read:destinatarios')

const documentTypes: Record<LedgerCause, StockDocumentType> = {
  remito_ingreso: 'remito',
  remito_egreso: 'remito',
  remito_void: 'remito',
  adjustment: 'adjustment',
  transfer: 'transfer',
  csv_import: 'import',
}

function historyEntry(line: HistoryLine): StockHistoryEntry {
  return {
    id: line.id,
    lot_id: line.lot_id,
    lot_number: line.lot_number,
    delta: line.delta,
    cause: line.cause,
    document: { type: documentTypes[line.cause], id: line.document_id, number: line.document_number },
    created_at: line.created_at,
  }
}
