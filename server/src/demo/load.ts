// Demo data. Everything in one transaction; a database that has the demo's first client is left alone.
import { orderStatuses } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Db, Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { fold } from '../destinatarios/fold.ts'
import { clientById, insertClient } from '../identity/queries.ts'
import { demoClients, demoDestinatarios, demoProducts } from './data.ts'

const actor = 'demo'
type Stocked = { id: string; lots: { id: string; quantity: number }[] }

export async function loadDemo(db: Db): Promise<{ loaded: boolean }> {
  return db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(7263548111)`)
    if (await tx.maybeOne(clientById(demoClients[0].id))) return { loaded: false }
    for (const [index, client] of demoClients.entries()) {
      await tx.run(insertClient(client))
      const products = await receiveGoods(tx, client.id, index)
      const destinatarios = await addDestinatarios(tx, client.id, index)
      await placeOrders(tx, client.id, products, destinatarios)
      await moveMoney(tx, client.id)
    }
    return { loaded: true }
  })
}

async function receiveGoods(tx: Transaction, clientId: string, index: number): Promise<Stocked[]> {
  const remitoId = uuidv7()
  await tx.run(sql`
    insert into remitos (id, client_id, type, date, remito_number, created_at)
    values (${remitoId}, ${clientId}, 'ingreso', current_date - 30,
      array['R 00003-0000' || ${String(4410 + index)}::text], now() - interval '30 days')`)
  const stocked: Stocked[] = []
  let position = 0
  for (const product of demoProducts[index] ?? []) {
    const productId = uuidv7()
    await tx.run(sql`
      insert into products (id, client_id, name, sku, unit_type)
      values (${productId}, ${clientId}, ${product.name}, ${product.sku}, ${product.unit})`)
    const lots: Stocked['lots'] = []
    for (const lot of product.lots) {
      const lotId = uuidv7()
      await tx.run(sql`
        insert into lots (id, client_id, product_id, lot_number, expiry_date, vintage_year, source_type)
        values (${lotId}, ${clientId}, ${productId}, ${lot.number}, current_date + ${lot.expiresInDays}::int,
          ${lot.vintage}, 'remito_ingreso')`)
      await addRemitoItem(tx, clientId, remitoId, position++, productId, lotId, lot.quantity)
      await addLedgerEntry(tx, clientId, productId, lotId, lot.quantity, 'remito_ingreso', remitoId)
      lots.push({ id: lotId, quantity: lot.quantity })
    }
    if (lots.length > 0) stocked.push({ id: productId, lots })
  }
  return stocked
}

const addRemitoItem = (
  tx: Transaction,
  clientId: string,
  remitoId: string,
  position: number,
  productId: string,
  lotId: string,
  quantity: number,
) =>
  tx.run(sql`
    insert into remito_items (id, client_id, remito_id, position, product_id, lot_id, quantity)
    values (${uuidv7()}, ${clientId}, ${remitoId}, ${position}, ${productId}, ${lotId}, ${quantity})`)

const addLedgerEntry = (
  tx: Transaction,
  clientId: string,
  productId: string,
  lotId: string,
  delta: number,
  cause: 'remito_ingreso' | 'remito_egreso',
  documentId: string,
) =>
  tx.run(sql`
    insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor)
    values (${uuidv7()}, ${clientId}, ${productId}, ${lotId}, ${delta}, ${cause}, ${documentId}, ${actor})`)

async function addDestinatarios(tx: Transaction, clientId: string, index: number): Promise<string[]> {
  const ids: string[] = []
  for (const one of demoDestinatarios[index] ?? []) {
    const id = uuidv7()
    await tx.run(sql`
      insert into destinatarios (id, client_id, name, name_folded, address, phone, city, province)
      values (${id}, ${clientId}, ${one.name}, ${fold(one.name)}, ${one.address}, ${one.phone}, ${one.city},
        ${one.province})`)
    ids.push(id)
  }
  return ids
}

async function placeOrders(tx: Transaction, clientId: string, products: Stocked[], destinatarios: string[]) {
  for (const [number, status] of orderStatuses.entries()) {
    const product = products[number % products.length]
    const lot = product?.lots.at(-1)
    const destinatario = destinatarios[number % destinatarios.length]
    if (!product || !lot || !destinatario) continue
    const order = { id: uuidv7(), itemId: uuidv7(), daysAgo: 20 - number * 2 }
    await tx.run(sql`
      insert into orders (id, client_id, order_number, status, status_reason, destinatario_id, delivery_address,
        delivery_city, delivery_province, delivery_contact, created_at, updated_at)
      select ${order.id}, client_id, 'PED-' || lpad(${String(number + 1)}::text, 6, '0'), ${status},
        case when ${status}::text in ('rejected', 'failed_delivery', 'cancelled') then 'Demostración' end, id, address,
        city, province, name || ', ' || phone, now() - make_interval(days => ${order.daysAgo}),
        now() - make_interval(days => ${order.daysAgo})
      from destinatarios where client_id = ${clientId} and id = ${destinatario}`)
    await tx.run(sql`
      insert into order_items (id, client_id, order_id, position, product_id, quantity)
      values (${order.itemId}, ${clientId}, ${order.id}, 0, ${product.id}, 6)`)
    if (status === 'pending') {
      await tx.run(sql`
        insert into reservations (order_item_id, client_id, order_id, product_id, quantity)
        values (${order.itemId}, ${clientId}, ${order.id}, ${product.id}, 6)`)
    } else if (status !== 'rejected' && status !== 'cancelled') {
      await shipOrder(tx, clientId, order, product.id, lot.id)
    }
  }
  await tx.run(sql`
    insert into order_series (client_id, last_number) values (${clientId}, ${orderStatuses.length})`)
}

async function shipOrder(
  tx: Transaction,
  clientId: string,
  order: { id: string; daysAgo: number },
  productId: string,
  lotId: string,
) {
  const remitoId = uuidv7()
  await tx.run(sql`
    insert into remito_series (point_of_sale, last_number) values (1, 1)
    on conflict (point_of_sale) do update set last_number = remito_series.last_number + 1`)
  await tx.run(sql`
    insert into remitos (id, client_id, type, date, remito_number, source_order_id, created_at)
    select ${remitoId}, ${clientId}, 'egreso', current_date - ${order.daysAgo}::int,
      array['R 00001-' || lpad(last_number::text, 8, '0')], ${order.id},
      now() - make_interval(days => ${order.daysAgo})
    from remito_series where point_of_sale = 1`)
  await addRemitoItem(tx, clientId, remitoId, 0, productId, lotId, 6)
  await addLedgerEntry(tx, clientId, productId, lotId, -6, 'remito_egreso', remitoId)
}

async function moveMoney(tx: Transaction, clientId: string) {
  await tx.run(sql`
    insert into account_entries (id, client_id, type, amount, payment_method, number, description, created_at)
    select entry.id, ${clientId}, entry.type, entry.amount, entry.method, entry.number, entry.description,
      now() - make_interval(days => entry.days_ago)
    from (values
      (${uuidv7()}::uuid, 'credit_sale', 482500.75, 'fiado', null, 'Almacenaje y despacho de octubre', 14),
      (${uuidv7()}::uuid, 'payment', 300000.00, 'transferencia', null, 'Transferencia bancaria', 9),
      (${uuidv7()}::uuid, 'credit_note', 12500.25, 'nota_credito', '00003-00000087', 'Ajuste de almacenaje', 6),
      (${uuidv7()}::uuid, 'payment', 45000.00, 'efectivo', null, null, 2)
    ) as entry (id, type, amount, method, number, description, days_ago)`)
}
