// Orders from a sheet: a dry run shows what would become of them, and an import places all of them or those that can be placed. Both
// read and judge in the same way. An import locks all products before it judges.
import {
  columnFinder,
  maxSheetLines,
  type OrderColumn,
  type OrderMode,
  type OrdersImport,
  type OrdersImportPreview,
  orderColumns,
  type SheetOrder,
} from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import type { Transaction } from '../../db/transaction.ts'
import { defaultsOf } from '../../destinatarios/find.ts'
import {
  type Findings,
  invalidSheet,
  noFindings,
  readingSheet,
  shownFindings,
} from '../../imports/findings.ts'
import { problem } from '../../problem.ts'
import type { SheetFile } from '../../spreadsheets/file.ts'
import type { DecimalSign } from '../../spreadsheets/read-number.ts'
import { readTable, type Table } from '../../spreadsheets/table.ts'
import { fromThousandths, thousandths } from '../../stock/availability.ts'
import { lockProducts, readProducts, shownProduct } from '../../stock/lock.ts'
import type { RunningStock } from '../../stock/running.ts'
import { deliveryOf, noDelivery, type OrderAuthor } from '../create.ts'
import { placeSeveral } from '../place-several.ts'
import { duplicateWithinDays } from '../queries.ts'
import { lockImports, ordersWithReferences, recordImported } from '../several-queries.ts'
import { type Judged, judgeOrders } from './judge.ts'
import { keyOf, readOrders } from './read-orders.ts'
import { type UnderstoodOrder, understandOrders } from './understand.ts'

const columns = Object.keys(orderColumns) as OrderColumn[]
const form = {
  maxLines: maxSheetLines,
  columnOf: columnFinder<OrderColumn>(orderColumns),
  columns,
  required: [['reference'], ['destinatario'], ['sku', 'product_id'], ['quantity']],
} as const

/** The faults of the cells are found again by each reading: an import may be repeated after a deadlock. */
export const readOrderTable = (file: SheetFile, sign: DecimalSign | null) =>
  readingSheet(() => readTable<OrderColumn>(file, form, sign))

export async function previewOrders(
  at: Queryable,
  clientId: string,
  table: Table<OrderColumn>,
  sign: DecimalSign | null,
  today: string,
): Promise<OrdersImportPreview> {
  const findings = noFindings(table.faults)
  const drafts = readOrders(table, findings.report)
  const understood = await understandOrders(at, clientId, drafts, sign, (ids) => readProducts(at, ids))
  const { judged, stock } = await judgeOrders(at, clientId, understood, findings, today)
  const references = drafts.map(({ reference }) => keyOf(reference))
  const others = await at.rows(
    ordersWithReferences(clientId, references, { withinDays: duplicateWithinDays, others: true }),
  )
  const otherOf = new Map(others.map(({ sought, ...order }) => [sought, order]))
  return {
    dry_run: true,
    workbook: table.workbook,
    columns: table.columns,
    lines: table.lines.map(({ line, cells }) => ({ line, cells: cells.map(({ text }) => text) })),
    orders: judged.map((one) => shownOrder(one, otherOf.get(keyOf(one.understood.reference)) ?? null)),
    totals: totalsOf(judged, stock),
    ...shownFindings(findings),
  }
}

export async function importOrders(
  tx: Transaction,
  by: OrderAuthor,
  clientId: string,
  table: Table<OrderColumn>,
  { sign, mode, today }: { sign: DecimalSign | null; mode: OrderMode; today: string },
): Promise<OrdersImport> {
  await tx.allowSlowStatements(statementLimitMs)
  await tx.run(lockImports(clientId))
  const findings = noFindings(table.faults)
  const drafts = readOrders(table, findings.report)
  const understood = await understandOrders(tx, clientId, drafts, sign, (ids) => lockProducts(tx, ids))
  const { judged } = await judgeOrders(tx, clientId, understood, findings, today)
  refuseAll(judged, findings, table, mode)
  const ready = judged.filter(({ outcome }) => outcome === 'ready')
  const placed = await placeReady(tx, by, clientId, ready, understood.products)
  const results = judged.map((one): OrdersImport['orders'][number] => {
    const { outcome, existing, shortages } = one
    const order = placed.get(one) ?? (outcome === 'exists' && existing ? orderOf(existing) : null)
    const ended = outcome === 'ready' ? ('placed' as const) : outcome
    return { ...ofSheet(one.understood), outcome: ended, order, shortages }
  })
  const count = (...outcomes: string[]) => results.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    dry_run: false,
    mode,
    placed: count('placed'),
    existing: count('exists'),
    refused: count('short', 'faulty'),
    orders: results,
    ...shownFindings(findings),
  }
}

const statementLimitMs = 30_000

/** A heading that is not understood concerns every order; a line without a reference none that is known. */
function refuseAll(
  judged: readonly Judged[],
  findings: Findings,
  table: Table<OrderColumn>,
  mode: OrderMode,
): void {
  const firstLine = table.lines[0]?.line ?? 1
  const isHeaderFaulty = findings.first.some(({ line }) => line < firstLine)
  if (findings.count > 0 && (mode === 'all' || isHeaderFaulty)) throw invalidSheet(findings)
  const short = judged.filter(({ outcome }) => outcome === 'short')
  if (mode === 'each' || short.length === 0) return
  const [first] = short
  throw problem('orders/insufficient-stock', {
    detail: `There is not enough available stock for ${short.length === 1 ? 'the order' : `${short.length} orders, the first of which is`} ${first?.understood.reference}; none was placed.`,
    shortages: short.flatMap(({ shortages }) => shortages).slice(0, maxShownShortages),
  })
}

const maxShownShortages = 200

async function placeReady(
  tx: Transaction,
  by: OrderAuthor,
  clientId: string,
  ready: readonly Judged[],
  products: Parameters<typeof placeSeveral>[4],
) {
  const orders = ready.flatMap(({ order }) => order ?? [])
  const placed = await placeSeveral(tx, by, clientId, orders, products)
  const rows = ready.flatMap(({ understood, contentHash }, index) => {
    const orderId = placed[index]?.id
    return contentHash && orderId ? [{ reference: keyOf(understood.reference), contentHash, orderId }] : []
  })
  if (rows.length > 0) tx.pipeline(recordImported(clientId, rows))
  return new Map(
    ready.flatMap((one, index) => (placed[index] ? [[one, orderOf(placed[index])] as const] : [])),
  )
}

const orderOf = ({ id, order_number, status }: NonNullable<SheetOrder['order']>) => ({
  id,
  order_number,
  status,
})

const ofSheet = ({ reference, lines }: UnderstoodOrder) => ({
  reference,
  lines: lines.map(({ line }) => line),
})

function shownOrder(
  { understood, outcome, existing, shortages }: Judged,
  duplicate_of: SheetOrder['duplicate_of'],
): SheetOrder {
  const { destinatario, head, lines } = understood
  const { delivery_type = 'envio', notes = null } = head
  const isDelivered = delivery_type === 'envio' && destinatario !== null
  const delivery = deliveryOf(head, isDelivered ? defaultsOf(destinatario) : noDelivery)
  return {
    ...ofSheet(understood),
    outcome,
    order: outcome === 'exists' && existing ? orderOf(existing) : null,
    duplicate_of,
    destinatario: destinatario && {
      id: destinatario.id,
      name: destinatario.name,
      city: destinatario.city,
      cuit_dni: destinatario.cuit_dni,
    },
    delivery_type,
    notes,
    ...delivery,
    items: lines.map(({ line, product, sku, quantity, vintage_year }) => ({
      line,
      product_id: product?.product_id ?? null,
      sku,
      name: product?.name ?? null,
      unit_type: product?.unit_type ?? null,
      quantity,
      vintage_year,
    })),
    shortages,
  }
}

/** Of the orders that do not exist yet, of all their lines that were understood. */
function totalsOf(judged: readonly Judged[], stock: RunningStock): OrdersImportPreview['totals'] {
  const lines = judged
    .filter(({ outcome }) => outcome !== 'exists')
    .flatMap(({ understood }) => understood.lines)
  const byProduct = Map.groupBy(lines, ({ product }) => product?.product_id)
  return [...byProduct]
    .flatMap(([product_id, ofProduct]) => {
      const product = ofProduct[0]?.product
      if (!product || product_id === undefined) return []
      const requested = ofProduct.reduce((sum, { quantity }) => sum + thousandths(quantity ?? 0), 0)
      return [
        {
          product_id,
          products: shownProduct(product),
          requested: fromThousandths(requested),
          available: stock.available(product_id),
        },
      ]
    })
    .sort((a, b) => (a.products.sku < b.products.sku ? -1 : 1))
}
