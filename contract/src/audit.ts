import { ofClient } from './clients.ts'
import { CreatedBetween } from './paging.ts'
import { foundBy, Id, Line, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'
import { maxSearchLength } from './values.ts'

const snapshot = Type.Unsafe<unknown>({
  description: 'The fields concerned; null if there is nothing to show',
  examples: [{ status: 'approved' }],
})

export const auditSubjectTypes = [
  'order',
  'remito',
  'inbound',
  'return',
  'product',
  'lot',
  'destinatario',
  'client',
  'user',
  'key',
  'staff_key',
  'remito_book',
  'webhook',
  'trip',
] as const

const AuditSubject = Named('AuditSubject', {
  type: OneOf(auditSubjectTypes, { examples: ['order'] }),
  id: Id,
  label: Type.String({ description: 'Its number or name', examples: ['PED-000294'] }),
})
type AuditSubject = Static<typeof AuditSubject>

export const AuditEntry = Named('AuditEntry', {
  id: Id,
  client_id: Nullable(Id),
  client_name: Nullable(ofClient.client_name),
  actor: Type.String({ description: 'Who made the change', examples: ['staff ERP (sk_9dKq21z)'] }),
  actor_name: Type.String({
    description: 'The name of the person, as it is now, or of the key',
    examples: ['Leo Duarte'],
  }),
  action: Type.String({ description: 'The action, as `resource.verb`', examples: ['orders.approve'] }),
  subject_id: Nullable(Id),
  subject: Type.Unsafe<AuditSubject | null>({
    ...AuditSubject,
    type: ['object', 'null'],
    description: 'What the action was about, as it is called now; null: it has no name, or is gone',
  }),
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
  who: Type.Optional(
    Line(maxSearchLength, {
      description:
        'Part of the name or address of the person, or of the name of the key, ignoring case and accents',
      examples: ['leo'],
    }),
  ),
  ...foundBy(
    'What it was about: the number of an order or remito, as in their lists, or a CUIT or word of the name of a client, of which all entries are found. The other filters choose among the 500 newest of each',
    'PED-000294',
  ),
  ...CreatedBetween,
}
