import type { Destinatario } from '@anden/contract'
import { empty, sql } from '../db/sql.ts'
import type { SortKey } from '../http/cursors.ts'
import { containing, fold } from './fold.ts'

const columns = sql`id, name, address, phone, city, province, postal_code, email, cuit_dni, iva_condition,
  delivery_schedule, created_at, updated_at`

export const destinatariosByName = (
  clientId: string,
  { name }: { name?: string },
  after: SortKey | null,
  fetch: number,
) =>
  sql<Destinatario & { name_folded: string }>`
    select ${columns}, name_folded
    from destinatarios
    where client_id = ${clientId} and deleted_at is null
      ${name ? sql`and name_folded like ${containing(fold(name))}` : empty}
      ${after ? sql`and (client_id, name_folded, id) > (${clientId}, ${after[0]}, ${after[1]})` : empty}
    order by client_id, name_folded, id
    limit ${fetch}`

export const destinatarioById = (clientId: string, id: string) =>
  sql<Destinatario>`
    select ${columns}
    from destinatarios
    where client_id = ${clientId} and id = ${id} and deleted_at is null`
