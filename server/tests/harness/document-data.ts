// Destinatarios, orders, remitos and account entries of one client, inserted by SQL.
import type { OrderStatus, RemitoType, TransactionType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import { fold } from '../../src/db/sql.ts'
import { insertRows } from './insert-rows.ts'

/** Inserts all rows and returns them with their ids. */
async function add<Row extends object>(db: Queryable, table: string, clientId: string, rows: readonly Row[]) {
  const added = rows.map((row) => ({ id: uuidv7(), ...row }))
  await insertRows(
    db,
    table,
    added.map((row) => ({ ...row, client_id: clientId })),
  )
  return added
}

const moment = '2026-11-02T12:00:00.000Z'

type Destinatario = { id?: string; name?: string; deleted_at?: string | null } & Record<string, unknown>

export const addDestinatarios = (db: Queryable, clientId: string, given: readonly Destinatario[]) =>
  add(
    db,
    'destinatarios',
    clientId,
    given.map((fields) => {
      const name = fields.name ?? 'Vinoteca del Centro'
      return { ...fields, name, name_folded: fold(name), deleted_at: fields.deleted_at ?? null }
    }),
  )

export async function addDestinatario(db: Queryable, clientId: string, fields: Destinatario = {}) {
  const [destinatario] = await addDestinatarios(db, clientId, [fields])
  return destinatario?.id ?? ''
}

type Order = {
  id?: string
  destinatario_id: string
  status?: OrderStatus
  created_at?: string
} & Record<string, unknown>

export const addOrders = (db: Queryable, clientId: string, given: readonly Order[]) =>
  add(
    db,
    'orders',
    clientId,
    given.map((fields) => ({
      order_number: `PED-${uuidv7().slice(-12)}`,
      status: 'pending',
      delivery_type: 'envio',
      created_at: moment,
      updated_at: moment,
      ...fields,
    })),
  )

export async function addOrder(db: Queryable, clientId: string, fields: Partial<Order> = {}) {
  const destinatario_id = fields.destinatario_id ?? (await addDestinatario(db, clientId))
  const [order] = await addOrders(db, clientId, [{ ...fields, destinatario_id }])
  return order?.id ?? ''
}

type OrderItem = { order_id: string; product_id: string; quantity: number | string; position: number }

export const addOrderItems = (
  db: Queryable,
  clientId: string,
  given: readonly (OrderItem & { vintage_year?: number | null; notes?: string | null; reserved?: boolean })[],
) =>
  add(
    db,
    'order_items',
    clientId,
    given.map((item) => ({ vintage_year: null, notes: null, ...item })),
  )

/** A pending order for this quantity of the product, which is thereby reserved. */
export async function reserve(db: Queryable, clientId: string, productId: string, quantity: number | string) {
  const orderId = await addOrder(db, clientId)
  const line = { order_id: orderId, product_id: productId, quantity, position: 1 }
  await addOrderItems(db, clientId, [{ ...line, reserved: true }])
}

export const addAttachments = (
  db: Queryable,
  clientId: string,
  given: readonly { order_id: string; file_name: string; state: 'uploading' | 'ready'; created_at: string }[],
) => add(db, 'order_attachments', clientId, given)

type Remito = { type?: RemitoType; created_at?: string } & Record<string, unknown>

export const addRemitos = (db: Queryable, clientId: string, given: readonly Remito[]) =>
  add(
    db,
    'remitos',
    clientId,
    given.map((fields) => ({
      type: 'ingreso',
      status: 'issued',
      date: '2026-11-02',
      remito_number: [] as string[],
      source_order_id: null,
      created_at: moment,
      ...fields,
    })),
  )

type RemitoItem = { remito_id: string; product_id: string; lot_id: string; quantity: number | string }

export const addRemitoItems = (
  db: Queryable,
  clientId: string,
  given: readonly (RemitoItem & { position: number; notes?: string | null })[],
) =>
  add(
    db,
    'remito_items',
    clientId,
    given.map((item) => ({ notes: null, ...item })),
  )

type AccountEntry = { type?: TransactionType; amount?: number | string; payment_method?: string } & Record<
  string,
  unknown
>

const methodOf = { payment: 'efectivo', credit_sale: 'fiado', credit_note: 'nota_credito' } as const

export const addAccountEntries = (db: Queryable, clientId: string, given: readonly AccountEntry[]) =>
  add(
    db,
    'account_entries',
    clientId,
    given.map((fields) => ({
      type: 'payment' as TransactionType,
      amount: 100,
      payment_method: methodOf[fields.type ?? 'payment'],
      number: null as string | null,
      description: null as string | null,
      reverses: null as string | null,
      created_at: moment,
      ...fields,
    })),
  )

type Trip = { driver_name?: string } & Record<string, unknown>

/** They belong to no client. */
export async function addTrips(db: Queryable, given: readonly Trip[]) {
  const added = given.map((fields) => {
    const driver_name = fields.driver_name ?? 'Raúl Quiroga'
    return {
      id: uuidv7(),
      number: `VIA-${uuidv7().slice(-12)}`,
      date: '2026-11-02',
      status: 'draft',
      driver_folded: fold(driver_name),
      ...fields,
      driver_name,
    }
  })
  await insertRows(db, 'trips', added)
  return added
}
