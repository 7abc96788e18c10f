// What printed remitos show: each with its parties, read in one statement, and the warehouse from the settings.

import type { IvaCondition, RemitoType, UnitType } from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { Config } from '../../config/settings.ts'
import { live } from '../../db/environment.ts'
import type { Queryable } from '../../db/queryable.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { problem, shownFaults } from '../../problem.ts'

export type PrintedItem = {
  sku: string
  name: string
  unit_type: UnitType
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
  quantity: number
  notes: string | null
}

export type Party = {
  name: string
  cuit_dni: string | null
  address: string | null
  iva_condition: IvaCondition | null
}

/** The order behind an egreso, with its destinatario. */
export type Shipment = Party & {
  order_number: string
  reference: string | null
  delivery_type: 'envio' | 'retiro'
  delivery_address: string | null
  delivery_city: string | null
  delivery_province: string | null
  delivery_contact: string | null
  delivery_schedule: string | null
  notes: string | null
  /** The names of the files that the client attached. */
  attachments: string[]
  /** Null until it is packed. */
  packages: number | null
  /** The day and the minute at the warehouse: 2026-11-02 10:45. */
  packed_at: string | null
  checked: boolean | null
}

export type RemitoToPrint = {
  id: string
  type: RemitoType
  status: 'issued' | 'voided'
  /** It stands for no goods. */
  of_sandbox: boolean
  date: string
  remito_number: string[]
  created_at: string
  cai: string | null
  cai_expires_on: string | null
  client: Party
  shipment: Shipment | null
  /** Of an egreso without an order. */
  recipient: Party | null
  reason: string | null
  items: PrintedItem[]
}

export type RemitoDocument = RemitoToPrint & {
  warehouse: Config['warehouse']
  /** The address of the page of an egreso; null: an ingreso has none. */
  link: string | null
  /** How many copies are printed, each marked as what it is; left out: one, without a mark. */
  copies?: number
}

/** Returns them in the order of the ids. The problem names ids that belong to no remito. */
export async function readRemitos(db: Queryable, ids: readonly string[]): Promise<RemitoToPrint[]> {
  const found = await db.rows(remitosToPrint(ids))
  if (found.length < ids.length) {
    const known = new Set(found.map(({ id }) => id))
    const faults = ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ pointer: `id/${index}`, ...fault('not_a_remito', { id }) }],
    )
    throw problem('remitos/some-not-found', { errors: shownFaults(faults) })
  }
  return found
}

/** Whose remitos can be printed: as a condition on `remitos`. */
export const printableBy = {
  client: (clientId: string) => sql`remitos.client_id = ${clientId}`,
  staff: live('remitos.client_id'),
  /** Also of a sandbox: whoever has the link. */
  holderOfLink: sql`true`,
}

export const remitoToPrint = (printable: Statement, id: string) =>
  sql<RemitoToPrint>`
    select ${columns}
    from remitos
    join clients on clients.id = remitos.client_id
    where ${printable} and remitos.id = ${id}`

const remitosToPrint = (ids: readonly string[]) =>
  sql<RemitoToPrint>`
    select ${columns}
    from unnest(${ids}::uuid[]) with ordinality as asked (id, position)
    join remitos on remitos.id = asked.id and ${live('remitos.client_id')}
    join clients on clients.id = remitos.client_id
    order by asked.position`

const shipment = sql`(
  select json_build_object('name', destinatarios.name, 'cuit_dni', destinatarios.cuit_dni,
    'address', destinatarios.address, 'iva_condition', destinatarios.iva_condition,
    'order_number', orders.order_number, 'reference', orders.reference, 'delivery_type', orders.delivery_type,
    'delivery_address', orders.delivery_address, 'delivery_city', orders.delivery_city,
    'delivery_province', orders.delivery_province, 'delivery_contact', orders.delivery_contact,
    'delivery_schedule', destinatarios.delivery_schedule, 'notes', orders.notes,
    'packages', orders.packages, 'checked', orders.checked,
    'packed_at', to_char(orders.packed_at at time zone warehouse_clock.time_zone, 'YYYY-MM-DD HH24:MI'),
    'attachments', array(
      select file_name from order_attachments
      where order_id = orders.id and state = 'ready' order by created_at, id))
  from orders
  cross join warehouse_clock
  join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
  where orders.client_id = remitos.client_id and orders.id = remitos.source_order_id)`

const items = sql`(
  select coalesce(json_agg(json_build_object('sku', products.sku, 'name', products.name,
    'unit_type', products.unit_type, 'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date,
    'vintage_year', lots.vintage_year, 'quantity', item.quantity, 'notes', item.notes
  ) order by item.position), '[]')
  from remito_items item
  join lots on lots.id = item.lot_id
  join products on products.id = item.product_id
  where item.client_id = remitos.client_id and item.remito_id = remitos.id)`

const columns = sql`remitos.id, remitos.type, remitos.status, remitos.date, remitos.remito_number, remitos.created_at,
  remitos.cai, remitos.cai_expires_on, not ${live('remitos.client_id')} as of_sandbox, remitos.recipient, remitos.reason,
  json_build_object('name', clients.name, 'cuit_dni', clients.cuit_dni, 'address', clients.address,
    'iva_condition', clients.iva_condition) as client,
  ${shipment} as shipment, ${items} as items`
