// What the orders of a sheet name: recipients by id, CUIT or name, products by id or SKU. All of them are looked up at once, and
// what is not found with what may have been meant.
import { fault, type NewOrder, type OrderColumn } from '@anden/contract'
import type { SheetFault } from '@anden/contract/values'
import type { Queryable } from '../../db/queryable.ts'
import {
  asCandidates,
  type FoundDestinatario,
  findDestinatarios,
  nearDestinatarios,
} from '../../destinatarios/find.ts'
import { quantityIn } from '../../imports/cells.ts'
import { nearSkus } from '../../imports/near-skus.ts'
import type { LineReader } from '../../spreadsheets/lines.ts'
import type { DecimalSign } from '../../spreadsheets/read-number.ts'
import type { Locked, LockedProduct } from '../../stock/lock.ts'
import type { OrderOfProducts } from '../create.ts'
import { productsNamed } from '../several-queries.ts'
import type { DraftOrder, OrderLine } from './read-orders.ts'

type UnderstoodLine = {
  line: number
  product: LockedProduct | null
  /** As the sheet has it, if there is no such product. */
  sku: string | null
  quantity: number | null
  vintage_year: number | null
}
export type UnderstoodOrder = {
  reference: string
  destinatario: FoundDestinatario | null
  lines: UnderstoodLine[]
  /** What the lines say of the order as a whole. */
  head: Partial<Pick<NewOrder, HeadMember>>
}
type HeadMember =
  | 'notes'
  | 'delivery_type'
  | 'delivery_address'
  | 'delivery_city'
  | 'delivery_province'
  | 'delivery_contact'

type Reader = LineReader<OrderColumn>
type Candidates = SheetFault['candidates']

/** `readLocked`: reads the products with these ids, or locks them. */
export async function understandOrders(
  at: Queryable,
  clientId: string,
  drafts: readonly DraftOrder[],
  sign: DecimalSign | null,
  readLocked: (ids: string[]) => Promise<Locked>,
): Promise<{ orders: UnderstoodOrder[]; products: Locked }> {
  const recipientOf = await recipients(at, clientId, drafts)
  const lines = drafts.flatMap(({ lines }) => lines)
  const { idOf, nearOf } = await namedProducts(at, clientId, lines)
  const products = await readLocked(lines.flatMap((line) => idOf(line) ?? []))
  const orders = drafts.map(({ reference, head, lines }) => {
    const { destinatario, ...rest } = head
    const said = Object.entries(rest).map(([name, { text }]) => [name, text])
    return {
      reference,
      destinatario: recipientOf(destinatario, lines[0]?.reader),
      head: Object.fromEntries(said) as UnderstoodOrder['head'],
      lines: lines.map((line) => {
        const found = products.get(idOf(line) ?? '')
        const product = found?.client_id === clientId ? found : null
        refuseProduct(line, product, nearOf)
        return understoodLine(line, product, sign)
      }),
    }
  })
  return { orders, products }
}

/** The recipient of an order, reported at the cell that names it, or at its first line if none does. */
async function recipients(at: Queryable, clientId: string, drafts: readonly DraftOrder[]) {
  const texts = [...new Set(drafts.flatMap(({ head }) => head.destinatario?.text ?? []))]
  const found = await findDestinatarios(at, clientId, texts)
  const unknown = texts.filter((text) => found.get(text)?.length === 0)
  const near = unknown.length > 0 ? await nearDestinatarios(at, clientId, unknown) : new Map()
  return (named: DraftOrder['head']['destinatario'], first: Reader | undefined): FoundDestinatario | null => {
    if (!named) {
      if (first && !first.flaw('destinatario')) first.refuse('destinatario', fault('empty'))
      return null
    }
    const { text, reader } = named
    const all = found.get(text) ?? []
    const [only] = all
    if (only && all.length === 1) return only
    if (only) reader.refuse('destinatario', fault('several_destinatarios'), asCandidates(all))
    else reader.refuse('destinatario', fault('unknown_destinatario'), near.get(text) ?? [])
    return null
  }
}

async function namedProducts(at: Queryable, clientId: string, lines: readonly OrderLine[]) {
  const skus = [...new Set(lines.flatMap(({ sku }) => sku ?? []))]
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))]
  const named = ids.length + skus.length > 0 ? await at.rows(productsNamed(clientId, ids, skus)) : []
  const bySku = new Map(named.map(({ sku, id }) => [sku, id]))
  const unknown = skus.filter((sku) => !bySku.has(sku))
  const near = unknown.length > 0 ? await nearSkus(at, clientId, unknown) : new Map<string, Candidates>()
  return {
    idOf: ({ sku, product_id }: OrderLine) => product_id ?? (sku === null ? undefined : bySku.get(sku)),
    nearOf: (sku: string | null): Candidates => near.get(sku ?? '') ?? [],
  }
}

function refuseProduct(
  { reader, sku, product_id }: OrderLine,
  product: LockedProduct | null,
  nearOf: (sku: string | null) => Candidates,
): void {
  const column = product_id === null ? 'sku' : 'product_id'
  if (product === null) {
    if (sku !== null || product_id !== null) reader.refuse(column, fault('not_your_product'), nearOf(sku))
  } else if (product.archived) reader.refuse(column, fault('archived'))
  else if (sku !== null && product.sku !== sku) reader.refuse('sku', fault('name_product_once'))
}

function understoodLine(
  { reader, sku, vintage_year }: OrderLine,
  product: LockedProduct | null,
  sign: DecimalSign | null,
): UnderstoodLine {
  const quantity = quantityIn(reader, sign, product?.unit_type)
  return { line: reader.line, product, sku: product?.sku ?? sku, quantity, vintage_year }
}

/** The order to place, if everything of it was understood. */
export function completeOrder({
  reference,
  destinatario,
  head,
  lines,
}: UnderstoodOrder): OrderOfProducts | null {
  if (destinatario === null) return null
  const items = lines.flatMap(({ product, quantity, vintage_year }) =>
    product === null || quantity === null ? [] : [{ product_id: product.product_id, quantity, vintage_year }],
  )
  return items.length === lines.length
    ? { ...head, reference, destinatario_id: destinatario.id, items }
    : null
}
