import type { Destinatario, NewDestinatario } from '@anden/contract'
import type { PageRange } from '../db/keyset.ts'
import { containing, empty, fold, sql } from '../db/sql.ts'
import { matchingDestinatarios } from '../search/matches.ts'

const columns = sql`id, name, address, phone, city, province, postal_code, email, cuit_dni, iva_condition,
  delivery_schedule, created_at, updated_at`

export const destinatariosByName = (
  clientId: string,
  { name, q }: { name?: string; q?: string },
  { after, rowLimit }: PageRange,
) =>
  sql<Destinatario & { name_folded: string }>`
    ${q ? matchingRows(clientId, q) : empty}
    select ${columns}, name_folded
    from destinatarios
    where client_id = ${clientId} and deleted_at is null
      ${name ? sql`and name_folded like ${containing(fold(name))}` : empty}
      ${after ? sql`and (name_folded, id) > (${after[0]}, ${after[1]})` : empty}
    order by client_id, name_folded, id
    limit ${rowLimit}`

/** Materialised: few match, and they are sorted. Otherwise the planner may read all names in order until it finds them. */
const matchingRows = (clientId: string, q: string) => sql`
  with destinatarios as materialized (
    select client_id, ${columns}, name_folded, deleted_at
    from destinatarios
    where client_id = ${clientId} and id = any(${matchingDestinatarios(clientId, q)}))`

export const destinatarioById = (clientId: string, id: string) =>
  sql<Destinatario>`
    select ${columns}
    from destinatarios
    where client_id = ${clientId} and id = ${id} and deleted_at is null`

/** The share lock prevents its deletion until the order commits. */
export const destinatarioOf = (clientId: string, id: string) =>
  sql<{ id: string }>`
    select id from destinatarios where client_id = ${clientId} and id = ${id} and deleted_at is null`

export const deliveryOf = (clientId: string, id: string) =>
  sql<{
    name: string
    phone: string | null
    delivery_address: string | null
    delivery_city: string | null
    delivery_province: string | null
  }>`
    select name, phone, address as delivery_address, city as delivery_city, province as delivery_province
    from destinatarios
    where client_id = ${clientId} and id = ${id} and deleted_at is null
    for share`

export const insertDestinatario = (clientId: string, row: NewDestinatario & { id: string }) =>
  sql<Destinatario>`
    insert into destinatarios (id, client_id, name, name_folded, address, phone, city, province, postal_code,
      email, cuit_dni, iva_condition, delivery_schedule)
    values (${row.id}, ${clientId}, ${row.name}, ${fold(row.name)}, ${row.address ?? null}, ${row.phone ?? null},
      ${row.city ?? null}, ${row.province ?? null}, ${row.postal_code ?? null}, ${row.email ?? null},
      ${row.cuit_dni ?? null}, ${row.iva_condition ?? null}, ${row.delivery_schedule ?? null})
    returning ${columns}`

export const lockDestinatario = (clientId: string, id: string) =>
  sql<Destinatario>`
    select ${columns}
    from destinatarios
    where client_id = ${clientId} and id = ${id} and deleted_at is null
    for update`

export const updateDestinatario = (clientId: string, row: Destinatario) =>
  sql<Destinatario>`
    update destinatarios
    set name = ${row.name}, name_folded = ${fold(row.name)}, address = ${row.address}, phone = ${row.phone},
      city = ${row.city}, province = ${row.province}, postal_code = ${row.postal_code}, email = ${row.email},
      cuit_dni = ${row.cuit_dni}, iva_condition = ${row.iva_condition},
      delivery_schedule = ${row.delivery_schedule}, updated_at = now()
    where client_id = ${clientId} and id = ${row.id}
    returning ${columns}`

export const deleteDestinatario = (clientId: string, id: string) =>
  sql`
    update destinatarios
    set deleted_at = now(), updated_at = now()
    where client_id = ${clientId} and id = ${id}`
