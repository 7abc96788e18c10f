import { type Static, Type } from 'typebox'
import { CreatedBetween } from './paging.ts'
import { Id, Named, Nullable, Timestamp } from './primitives.ts'

const anything = Type.Unsafe<unknown>({
  description: 'null where there was nothing',
  examples: [{ status: 'approved' }],
})

export const AuditEntry = Named('AuditEntry', {
  id: Id,
  client_id: Nullable(Id),
  actor: Type.String({ description: 'Who', examples: ['staff ERP (sk_9dKq21z)'] }),
  action: Type.String({ description: 'What', examples: ['orders.approve'] }),
  subject_id: Nullable(Id),
  before: anything,
  after: anything,
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
      description: 'Exactly this action',
      examples: ['orders.approve'],
    }),
  ),
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Exactly this actor',
      examples: ['staff ERP (sk_9dKq21z)'],
    }),
  ),
  ...CreatedBetween,
}
