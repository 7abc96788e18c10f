import {
  LedgerEntry,
  LedgerFilters,
  LedgerPage,
  Lot,
  NewAdjustment,
  NewTransfer,
  StaffLotFilters,
  StaffStockFilters,
  StockMovement,
  StockRow,
} from '@anden/contract'
import type { Db } from '../db/pool.ts'
import type { Router } from '../http/router.ts'
import type { StaffPrincipal } from '../identity/authenticate.ts'
import { requireClient } from '../identity/require-client.ts'
import { throwProblem } from '../problem.ts'
import { adjustStock } from './adjust.ts'
import { lot, stockRow } from './portal.ts'
import {
  type LedgerLine,
  type LotLine,
  ledgerBalances,
  ledgerOldestFirst,
  lotsFirstToExpire,
  type StockLine,
  stockBySku,
} from './queries.ts'
import { transferStock } from './transfer.ts'

const read = 'staff:read'
const write = 'staff:stock'

export function stockBackoffice(backoffice: Router<StaffPrincipal>, db: Db, today: () => string) {
  backoffice.list(
    '/stock',
    {
      summary: 'Stock of a client, by SKU',
      scope: read,
      filters: StaffStockFilters,
      item: StockRow,
      sortKey: ({ sku, product_id }: StockLine) => [sku, product_id],
      shape: stockRow,
      before: ({ query }) => requireClient(db, query.client_id),
      problems: ['clients/not-found'],
    },
    ({ query, after, fetch }) => stockBySku(query.client_id, today(), query, after, fetch),
  )

  backoffice.list(
    '/lots',
    {
      summary: 'Lots of a client, first to expire first',
      scope: read,
      filters: StaffLotFilters,
      item: Lot,
      sortKey: ({ expires_on, id }: LotLine) => [expires_on, id],
      shape: lot,
      before: ({ query }) => requireClient(db, query.client_id),
      problems: ['clients/not-found'],
    },
    ({ query, after, fetch }) => lotsFirstToExpire(query.client_id, query, after, fetch),
  )

  backoffice.post(
    '/stock/adjustments',
    {
      summary: 'Correct the stock of a product',
      description: `Of \`lot_id\`; or of the lot that \`lot_number\`, \`expiry_date\` and \`vintage_year\` name, made if need be. More without a lot goes into \`SIN-LOTE\`; less without a lot is taken from expired lots first: the write-off.`,
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
      summary: 'Hand goods over from one client to another',
      description:
        'Between products of two clients. From `lot_id`, else first to expire first; only what is available.',
      scope: write,
      body: NewTransfer,
      reply: StockMovement,
      problems: ['products/archived', 'stock/insufficient-stock'],
    },
    ({ tx, by, body }) => transferStock(tx, by, body, today()),
  )

  backoffice.list(
    '/ledger',
    {
      summary: 'The stock ledger of a product, oldest first',
      scope: read,
      filters: LedgerFilters,
      item: LedgerEntry,
      sortKey: ({ created_at, seq }: LedgerLine) => [created_at, seq],
      reply: LedgerPage,
      envelope: async ({ data, ...page }, { query }, at) => ({
        ...((await at.maybeOne(ledgerBalances(query))) ?? throwProblem('products/not-found')),
        entries: data,
        ...page,
      }),
      problems: ['products/not-found'],
    },
    ({ query, after, fetch }) => ledgerOldestFirst(query, after, fetch),
  )
}
