// The filter of an endpoint: which events of the types that it subscribes to are sent to it. PostgreSQL decides, in the statement that
// creates the deliveries, by the function passes_filter.
import type { EventFilter, FieldFault } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { refuseBody } from '../problem.ts'

/** Of `event` (type, body) and `endpoint`. The body is read only if there is a filter. */
export const passesFilter = sql`case when endpoint.filter is null then true
  else passes_filter(endpoint.filter, event.type, event.body) end`

/** null: every event passes. Refuses what the client does not have: such a filter would let nothing pass, and nobody would see why. */
export async function checkedFilter(
  tx: Transaction,
  clientId: string,
  filter: EventFilter | null,
): Promise<EventFilter | null> {
  if (filter === null || Object.keys(filter).length === 0) return null
  const { destinatario_id = [], product_id = [] } = filter
  if (destinatario_id.length + product_id.length === 0) return filter
  const known = new Set((await tx.rows(idsOf(clientId, destinatario_id, product_id))).map(({ id }) => id))
  const unknown = (
    member: string,
    ids: readonly string[],
    code: 'unknown_destinatario' | 'not_your_product',
  ) =>
    ids.flatMap((id, index): FieldFault[] =>
      known.has(id) ? [] : [{ pointer: `/filter/${member}/${index}`, ...fault(code) }],
    )
  refuseBody([
    ...unknown('destinatario_id', destinatario_id, 'unknown_destinatario'),
    ...unknown('product_id', product_id, 'not_your_product'),
  ])
  return filter
}

const idsOf = (clientId: string, destinatarioIds: readonly string[], productIds: readonly string[]) =>
  sql<{ id: string }>`
    select id from destinatarios where client_id = ${clientId} and id = any(${[...destinatarioIds]}::uuid[])
    union all
    select id from products where client_id = ${clientId} and id = any(${[...productIds]}::uuid[])`
