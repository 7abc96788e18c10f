// What the back office declares for what is printed to prepare orders.
import { OrdersToPick } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { problem, throwProblem } from '../../problem.ts'
import { readOrdersToPick } from '../pick-list.ts'
import { type LabelsDocument, type labelTemplates, ordersToLabel, type SeveralLabels } from './labels.ts'
import type { PickListDocument, pickListTemplates } from './pick-list.ts'

/** Increase one with every change of the layout or of the texts of that document: it is a part of the ETag. */
const revisions = { pickList: 1, labels: 1 }

const contentType = 'application/pdf'
const inLanguage = 'in the language of `Accept-Language` (`es` by default, or `en`)'

/** Printed on the documents, besides what the database has. */
type Printing = { warehouse: string | null; today: string }

export const pickListPdf = {
  summary: 'The pick list of several orders as a PDF to print',
  description: `On A4, ${inLanguage}: first the totals by location, then a block for each order, with boxes to tick. One order alone has only its block.`,
  contentType,
  query: OrdersToPick,
  problems: ['orders/not-to-pick' as const],
  revision: revisions.pickList,
  fileName: ({ day }: PickListDocument) => `lista-de-preparacion-${day}.pdf`,
  template: 'pick-list' satisfies keyof typeof pickListTemplates,
}

export const readPickList = async (
  db: Queryable,
  ids: readonly string[],
  { warehouse, today }: Printing,
): Promise<PickListDocument> => ({ orders: await readOrdersToPick(db, ids), day: today, warehouse })

export const labelsPdf = {
  summary: 'The labels of an order, one for each package',
  description: `Of 100 × 150 mm, ${inLanguage}: recipient and address, order and remito number, \`1 / 3\`, and as Code 128 the number of the order with that of the package: \`PED-000042-1\`. An order has labels once it was packed.`,
  contentType,
  problems: ['orders/not-found' as const, 'orders/not-packed' as const],
  revision: revisions.labels,
  fileName: ({ order_number }: LabelsDocument) => `etiquetas-${order_number}.pdf`,
  template: 'labels' satisfies keyof typeof labelTemplates,
}

export async function readLabels(
  db: Queryable,
  id: string,
  { warehouse }: Printing,
): Promise<LabelsDocument> {
  const order = (await db.maybeOne(ordersToLabel([id]))) ?? throwProblem('orders/not-found')
  const { packages, packed_at } = order
  if (packages === null || packed_at === null) throw problem('orders/not-packed')
  return { ...order, packages, packed_at, warehouse }
}

/** Those of these orders that are packed, in their order. */
export async function readLabelsOf(db: Queryable, ids: readonly string[]): Promise<SeveralLabels['orders']> {
  const orders = await db.rows(ordersToLabel(ids))
  return orders.flatMap(({ packages, packed_at, ...order }) =>
    packages === null || packed_at === null ? [] : [{ ...order, packages, packed_at }],
  )
}
