// What a reset puts into the empty sandbox. Each part is a transaction of its own, and finds what the parts before it have made by what
// is in the sandbox, so that another process can go on with it. Goods, orders and money come by the rules of the warehouse, with events
// and remitos. It is the same each time, apart from the days.
import type { NewOrder, SandboxContent, SandboxReceipt, SimulationAction } from '@anden/contract'
import { recordCreditNote, recordCreditSale, recordPayment } from '../../account/record.ts'
import { createProduct } from '../../catalog/products.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { createDestinatario } from '../../destinatarios/change.ts'
import { createOrder } from '../../orders/create.ts'
import type { RemitoSettings } from '../../remitos/issue.ts'
import { dayAfter } from '../../stock/warehouse-day.ts'
import { receiveGoods } from '../goods.ts'
import { copyProducts } from '../queries.ts'
import { performAction } from '../simulations.ts'
import { ownDestinatarios, productsToFill } from './fill-queries.ts'

type Filling = (sandbox: {
  tx: Transaction
  by: Author
  clientId: string
  ownerId: string
  settings: RemitoSettings
  now: number
}) => Promise<unknown>

/** Of an account that has no products yet. */
const wineAndFood = [
  { sku: 'ACEITE-500', name: 'Aceite de oliva extra virgen 500 ml', unit_type: 'caja', weight_kg: 5.7 },
  { sku: 'ACEITUNAS', name: 'Aceitunas a granel', unit_type: 'kg', weight_kg: 1 },
  { sku: 'CAB-FRA-750', name: 'Cabernet Franc 750 ml', unit_type: 'caja', weight_kg: 7.8 },
  { sku: 'DULCE-454', name: 'Dulce de leche 454 g', unit_type: 'caja', weight_kg: 6.2 },
  { sku: 'MAL-RES-750', name: 'Malbec Reserva 750 ml', unit_type: 'caja', weight_kg: 7.8 },
  { sku: 'TORRONTES-750', name: 'Torrontés 750 ml', unit_type: 'caja', weight_kg: 7.8 },
] as const

const recipients = [
  { name: 'Vinoteca del Centro', address: 'San Martín 1245', city: 'Mendoza', province: 'Mendoza' },
  { name: 'Almacén La Esquina', address: 'Belgrano 310', city: 'Godoy Cruz', province: 'Mendoza' },
  { name: 'Restaurante El Fogón', address: 'Av. Colón 2210', city: 'Córdoba', province: 'Córdoba' },
] as const

/** What has become of each order since it was placed. */
const ordersByFate: readonly (readonly SimulationAction[])[] = [
  ['approve', 'prepare', 'pack', 'dispatch', 'accept'],
  ['approve', 'prepare', 'pack', 'dispatch', 'accept_partly', 'receive_return'],
  ['reject'],
  ['approve', 'prepare', 'pack', 'dispatch'],
  ['approve', 'prepare'],
  ['approve'],
  [],
  [],
]

const copyOfLive: Filling = ({ tx, clientId, ownerId }) => tx.run(copyProducts(clientId, ownerId))

const wineAndFoodInstead: Filling = async ({ tx, by, clientId, ownerId }) => {
  if ((await tx.rows(productsToFill(clientId, ownerId))).length > 0) return
  for (const product of wineAndFood) await createProduct(tx, by, clientId, product)
}

/** Some of it expires within a month. */
const goods: Filling = async ({ tx, by, clientId, ownerId, settings }) => {
  const { today } = settings
  const products = await tx.rows(productsToFill(clientId, ownerId))
  const items = products.flatMap(({ id, sku, has_vintages }, index): SandboxReceipt['items'] => {
    const isWine = has_vintages || /^(CAB|MAL|TORRONTES)-/.test(sku)
    const whole = { product_id: id, lot_number: `L-${index + 1}A`, quantity: 60 + 12 * index }
    if (isWine) return [{ ...whole, vintage_year: Number(today.slice(0, 4)) - 2 - (index % 2) }]
    return [
      { ...whole, expiry_date: dayAfter(today, 180 + 30 * index) },
      { product_id: id, lot_number: `L-${index + 1}B`, quantity: 12, expiry_date: dayAfter(today, 20) },
    ]
  })
  await receiveGoods(tx, by, clientId, { remito_number: ['R 0001-00000001'], items }, settings)
}

const destinatarios: Filling = async ({ tx, by, clientId }) => {
  for (const recipient of recipients) await createDestinatario(tx, by, clientId, recipient)
}

const orderWith =
  (actions: readonly SimulationAction[], position: number): Filling =>
  async ({ tx, by, clientId, ownerId, settings, now }) => {
    const products = await tx.rows(productsToFill(clientId, ownerId))
    const people = await tx.rows(ownDestinatarios(clientId))
    const chosen = new Set([products[position % products.length], products[(position + 1) % products.length]])
    const order: NewOrder = {
      destinatario_id: people[position % people.length]?.id ?? '',
      reference: `OC-${1001 + position}`,
      items: [...chosen].flatMap((product) =>
        product ? [{ product_id: product.id, quantity: 2 + (position % 3) }] : [],
      ),
    }
    const { id: orderId } = await createOrder(tx, { ...by, name: by.actor }, clientId, order, settings.today)
    for (const action of actions)
      await performAction(tx, by, { clientId, orderId }, action, { settings, now })
  }

const account: Filling = async ({ tx, by, clientId: client_id, settings: { today } }) => {
  await recordCreditSale(tx, by, { client_id, amount: 180_000, description: 'Almacenaje del mes' })
  await recordPayment(tx, by, { client_id, amount: 120_000, payment_method: 'transferencia' }, today)
  await recordCreditNote(tx, by, { client_id, amount: 9_500, number: 'NC 0001-00000001' })
}

const fillings: Record<SandboxContent, readonly Filling[]> = {
  empty: [],
  products: [copyOfLive],
  demo: [copyOfLive, wineAndFoodInstead, goods, destinatarios, ...ordersByFate.map(orderWith), account],
}

export const fillingsOf = (data: SandboxContent) => fillings[data]
