import {
  ChangedLot,
  LedgerEntry,
  LedgerFilters,
  LedgerPage,
  Lot,
  LotChange,
  LotOrder,
  maxOrdersNotLeft,
  NewAdjustment,
  NewTransfer,
  OutgoingGoods,
  StaffLotFilters,
  StaffLotTrace,
  StaffStockFilters,
  StaffStockRow,
  StaffTraceEntry,
  StockMoment,
  StockMovement,
  StockPreview,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import { throwProblem } from '../problem.ts'
import { adjustStock } from './adjust.ts'
import { changeHold, ordersNotLeft } from './hold.ts'
import { type LedgerLine, ledgerBalances, ledgerOldestFirst } from './ledger-queries.ts'
import { lot, staffStockRow } from './lots.ts'
import { previewGoodsOut } from './preview.ts'
import { type LotLine, liveLot, lotsFirstToExpire } from './queries.ts'
import { ledgerSheet, lotsSheet, staffStockSheet, staffTraceSheet } from './sheets.ts'
import { type StaffStockLine, type StockTime, staffStockBySku, staffStockOfProduct } from './staff-queries.ts'
import { staffTraceEntry, traceForStaff } from './trace.ts'
import { type TraceLine, traceOldestFirst } from './trace-queries.ts'
import { transferStock } from './transfer.ts'
import { requirePast } from './warehouse-day.ts'

const read = 'staff:read'
const write = 'staff:stock'

type Needs = Pick<Deps, 'db' | 'clock'>

export function stockBackoffice(
  backoffice: Router<StaffPrincipal>,
  { db, clock }: Needs,
  today: () => string,
) {
  const timeOf = (at: string | undefined): StockTime =>
    at === undefined ? { today: today() } : { at: requirePast(at, clock) }

  backoffice.list(
    '/stock',
    {
      summary: 'Stock of all clients or of one, by client and SKU',
      scope: read,
      filters: StaffStockFilters,
      item: StaffStockRow,
      sortKey: ({ client_id, sku, product_id }: StaffStockLine) => [client_id, sku, product_id],
      shape: staffStockRow,
      sheet: staffStockSheet,
      before: async ({ query }) => {
        if (query.client_id) await requireClient(db, query.client_id)
      },
      problems: ['clients/not-found'],
    },
    ({ query: { client_id, at, ...filters }, page }) => staffStockBySku(client_id, timeOf(at), filters, page),
  )

  backoffice.row(
    '/stock/:id',
    {
      summary: 'Stock of one product',
      description: "The id is the product's.",
      scope: read,
      query: StockMoment,
      reply: StaffStockRow,
      missing: 'stock/not-found',
      shape: staffStockRow,
    },
    ({ params: { id }, query: { at } }) => staffStockOfProduct(timeOf(at), id),
  )

  backoffice.list(
    '/lots',
    {
      summary: 'Lots of a client, first to expire first',
      scope: read,
      orScope: 'staff:receive',
      filters: StaffLotFilters,
      item: Lot,
      sortKey: ({ expires_on, id }: LotLine) => [expires_on, id],
      shape: lot,
      sheet: lotsSheet,
      before: ({ query }) => requireClient(db, query.client_id),
      problems: ['clients/not-found'],
    },
    ({ query, page }) => lotsFirstToExpire(query.client_id, query, page),
  )

  backoffice.listInEnvelope(
    '/lots/:id/trace',
    {
      summary: 'Where a lot came from and where its goods went',
      description:
        'For a recall: every movement of the lot with its document, order and recipient, and the sums over all of them. A transfer names the other client and its lot, whose trace continues this one.',
      scope: read,
      filters: {},
      item: StaffTraceEntry,
      sortKey: ({ seq }: TraceLine) => [seq],
      shape: (line: TraceLine) => staffTraceEntry(line),
      reply: StaffLotTrace,
      sheet: staffTraceSheet,
      problems: ['lots/not-found'],
    },
    ({ params, page }) => traceOldestFirst({ clientId: null, lotId: params.id }, page),
    (data, { params, page }, at) =>
      traceForStaff(at, { clientId: null, lotId: params.id }, data, page.after === null),
  )

  backoffice.patch(
    '/lots/:id',
    {
      summary: 'Put a lot on hold, or release it',
      description: `A lot on hold stays in stock, but is neither picked nor available: orders, egresos and transfers leave it out. An adjustment, a count and an ingreso can still change its quantity, and goods of a voided egreso return to it.

Pending orders keep what they have reserved. If too little is left to pick, approving them is refused with \`shortages\`, as after an expiry, until the lot is released. Orders that were approved before and have not left are in \`orders_not_left\`: dispatching them is refused until the lot is released, unless the dispatch overrides the hold.

\`reason\` is required for a hold; a second hold replaces it. The client is told by \`lot.held\` and \`lot.released\`, whenever a hold begins or ends.`,
      scope: write,
      body: LotChange,
      reply: ChangedLot,
      problems: ['lots/not-found'],
    },
    async ({ tx, by, params, body }) => {
      const changed = await changeHold(tx, by, params.id, body)
      const first = { after: null, rowLimit: maxOrdersNotLeft }
      return { ...lot(changed), orders_not_left: await tx.rows(ordersNotLeft(params.id, first)) }
    },
  )

  backoffice.list(
    '/lots/:id/orders',
    {
      summary: 'Orders with goods of a lot that have not left, oldest first',
      description:
        'Orders that are approved, in preparation, or back after a failed delivery, with what they have of the lot. If the lot is put on hold, these cannot be dispatched. A pending order has no goods yet: it is picked from other lots.',
      scope: read,
      filters: {},
      item: LotOrder,
      sortKey: byTime,
      before: async ({ params }) => (await db.maybeOne(liveLot(params.id))) ?? throwProblem('lots/not-found'),
      problems: ['lots/not-found'],
    },
    ({ params, page }) => ordersNotLeft(params.id, page),
  )

  backoffice.post(
    '/stock/adjustments',
    {
      summary: 'Correct the stock of a product',
      description: `The lot is \`lot_id\`, or the one with this \`lot_number\`, \`expiry_date\` and \`vintage_year\`, which is created if it does not exist. Without a lot, a positive \`delta\` goes into \`SIN-LOTE\`, and a negative one takes from expired lots first (write-off).`,
      scope: write,
      body: NewAdjustment,
      reply: StockMovement,
      problems: ['products/archived', 'stock/insufficient-stock'],
    },
    ({ tx, by, body }) => adjustStock(tx, by, body, today()),
  )

  backoffice.post(
    '/stock/transfers',
    {
      summary: 'Transfer goods from one client to another',
      description:
        'Moves only available stock: from `lot_id`, or by default first expired, first out (FEFO). The two products must belong to different clients.',
      scope: write,
      body: NewTransfer,
      reply: StockMovement,
      problems: ['products/archived', 'lots/on-hold', 'stock/insufficient-stock'],
    },
    ({ tx, by, body }) => transferStock(tx, by, body, today()),
  )

  backoffice.computedFrom(
    '/stock/preview',
    {
      summary: 'Preview an egreso or a transfer',
      description:
        'Returns the lots that the goods would be taken from now, and what is missing. Nothing is changed. `POST /remitos` (egreso) and `POST /stock/transfers` follow the same plan: if no stock changes in between, they take these lots.',
      scope: read,
      body: OutgoingGoods,
      reply: StockPreview,
      problems: ['products/archived', 'lots/on-hold'],
    },
    ({ at, body }) => previewGoodsOut(at, body, today()),
  )

  backoffice.listInEnvelope(
    '/ledger',
    {
      summary: 'The stock ledger of a product, oldest first',
      scope: read,
      filters: LedgerFilters,
      sortKey: ({ created_at, seq }: LedgerLine) => [created_at, seq],
      item: LedgerEntry,
      reply: LedgerPage,
      sheet: ledgerSheet,
      problems: ['products/not-found'],
    },
    ({ query, page }) => ledgerOldestFirst(query.product_id, query, page),
    async ({ data, ...page }, { query }, at) => ({
      ...((await at.maybeOne(ledgerBalances(query.product_id, query))) ?? throwProblem('products/not-found')),
      entries: data,
      ...page,
    }),
  )
}
