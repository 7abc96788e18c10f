import type { Destinatario, NewDestinatario } from '@anden/contract'
import type { PageRange } from '../db/keyset.ts'
import { containing, empty, fold, raw, sql } from '../db/sql.ts'
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

export type DeliveryRow = {
  name: string
  phone: string | null
  delivery_address: string | null
  delivery_city: string | null
  delivery_province: string | null
}

/** The same of several. The locks are taken in the order of their ids. */
export const deliveriesOf = (clientId: string, ids: string[]) =>
  sql<DeliveryRow & { id: string }>`
    select id, name, phone, address as delivery_address, city as delivery_city, province as delivery_province
    from destinatarios
    where client_id = ${clientId} and id = any(${ids}::uuid[]) and deleted_at is null
    order by id
    for share`

export type NamedRow = DeliveryRow & {
  id: string
  name_folded: string
  city: string | null
  cuit_dni: string | null
}
const namedColumns = sql`id, name, name_folded, city, cuit_dni, phone, address as delivery_address,
  city as delivery_city, province as delivery_province`

/** Each way of naming has its index. */
export const namedDestinatarios = (
  clientId: string,
  ids: string[],
  documents: string[],
  foldedNames: string[],
) => sql<NamedRow>`
  select ${namedColumns} from destinatarios
  where client_id = ${clientId} and deleted_at is null and id = any(${ids}::uuid[])
  union
  select ${namedColumns} from destinatarios
  where client_id = ${clientId} and deleted_at is null and cuit_dni collate "C" = any(${documents}::text[])
    and cuit_dni is not null
  union
  select ${namedColumns} from destinatarios
  where client_id = ${clientId} and deleted_at is null and name_folded = any(${foldedNames}::text[])
  order by name_folded, id`

export const destinatariosByIds = (clientId: string, ids: string[]) =>
  sql<NamedRow>`
    select ${namedColumns} from destinatarios
    where client_id = ${clientId} and deleted_at is null and id = any(${ids}::uuid[])`

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

/** A recipient that a line of a sheet may be about. */
export type MatchableRow = Destinatario & { name_folded: string }

/** Those with one of these ids or names; locked in the order of their ids, if they are to be changed. */
export const destinatariosToMatch = (
  clientId: string,
  ids: string[],
  foldedNames: string[],
  isLocked: boolean,
) => sql<MatchableRow>`
  select ${columns}, name_folded
  from destinatarios
  where client_id = ${clientId} and deleted_at is null and id = any(array(
    select id from destinatarios
    where client_id = ${clientId} and deleted_at is null and id = any(${ids}::uuid[])
    union
    select id from destinatarios
    where client_id = ${clientId} and deleted_at is null and name_folded = any(${foldedNames}::text[])))
  order by id
  ${isLocked ? raw('for update') : empty}`

/** Two sheets at the same time would both create what neither finds. */
export const lockDestinatarioImports = (clientId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`recipients from sheets of ${clientId}`}, 0))`

const fieldsOfRows =
  raw(`name text, name_folded text, address text, phone text, city text, province text, postal_code text,
  email text, cuit_dni text, iva_condition text, delivery_schedule text`)

export const insertDestinatarios = (clientId: string, rows: readonly MatchableRow[]) =>
  sql<Destinatario>`
    insert into destinatarios (id, client_id, name, name_folded, address, phone, city, province, postal_code, email,
      cuit_dni, iva_condition, delivery_schedule)
    select id, ${clientId}, name, name_folded, address, phone, city, province, postal_code, email, cuit_dni,
      iva_condition, delivery_schedule
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, ${fieldsOfRows})
    returning ${columns}`

/** Their ids are said twice, so that only their rows are read, and not all of the client. */
export const updateDestinatarios = (clientId: string, rows: readonly MatchableRow[]) =>
  sql<Destinatario>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, changed_id: row.id })))}::json) as given (changed_id uuid, ${fieldsOfRows})
    ), updated as (
      update destinatarios
      set name = given.name, name_folded = given.name_folded, address = given.address, phone = given.phone,
        city = given.city, province = given.province, postal_code = given.postal_code, email = given.email,
        cuit_dni = given.cuit_dni, iva_condition = given.iva_condition,
        delivery_schedule = given.delivery_schedule, updated_at = now()
      from given
      where destinatarios.client_id = ${clientId} and destinatarios.id = given.changed_id
        and destinatarios.id = any(${rows.map(({ id }) => id)}::uuid[])
      returning destinatarios.*)
    select ${columns} from updated`
