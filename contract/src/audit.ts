import { ofClient } from './clients.ts'
import { CreatedBetween } from './paging.ts'
import { Id, Named, Nullable, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

const snapshot = Type.Unsafe<unknown>({
  description: 'The fields concerned; null if there is nothing to show',
  examples: [{ status: 'approved' }],
})

export const AuditEntry = Named('AuditEntry', {
  id: Id,
  client_id: Nullable(Id),
  client_name: Nullable(ofClient.client_name),
  actor: Type.String({ description: 'Who made the change', examples: ['staff ERP (sk_9dKq21z)'] }),
  action: Type.String({ description: 'The action, as `resource.verb`', examples: ['orders.approve'] }),
  subject_id: Nullable(Id),
  before: snapshot,
  after: snapshot,
  request_id: Nullable(Type.String()),
  created_at: Timestamp,
})
export type AuditEntry = Static<typeof AuditEntry>

export const AuditFilters = {
  client_id: Type.Optional(Id),
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Exact match',
      examples: ['orders.approve'],
    }),
  ),
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Exact match',
      examples: ['staff ERP (sk_9dKq21z)'],
    }),
  ),
  ...CreatedBetween,
}
