import { ofClient } from './clients.ts'
import { EnvironmentOf } from './identity.ts'
import { Id, Named, Nullable, OneOf, PersonName, Timestamp } from './primitives.ts'
import { clientRoles, staffScopes, userRoles } from './scopes.ts'
import { type Static, Type } from './type.ts'

export const languages = ['es', 'en'] as const
export type Language = (typeof languages)[number]

const email = Type.String({ format: 'sign-in-email', maxLength: 320, examples: ['ana@losalamos.example'] })
const name = PersonName('Ana Pérez')
const language = Nullable(OneOf(languages), {
  description: "null: the browser's language applies",
  examples: ['es'],
})
const role = OneOf(userRoles, {
  description:
    '`administrator`: every portal scope, users and keys; `operator`: every `read:` scope, `write:orders` and `write:destinatarios`; `reader`: every `read:` scope; `staff`: the scopes given',
  examples: ['administrator'],
})
const clientRole = OneOf(clientRoles, { examples: ['reader'] })
const scopesOfStaff = Type.Array(OneOf(staffScopes), {
  minItems: 1,
  maxItems: staffScopes.length,
  uniqueItems: true,
  examples: [['staff:read', 'staff:orders']],
})

const userFields = {
  id: Id,
  email: Type.String({ examples: ['ana@losalamos.example'] }),
  name: Type.String({ examples: ['Ana Pérez'] }),
  role,
  two_factor_enabled: Type.Boolean({ description: 'Signs in with a second factor', examples: [true] }),
  invitation_pending: Type.Boolean({
    description: 'Has not yet chosen a password',
    examples: [false],
  }),
  last_seen_at: Nullable(Timestamp, { description: 'Last use of a session that has not ended' }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const User = Named('User', userFields)
export type User = Static<typeof User>

export const NewUser = Named('NewUser', { email, name, role: clientRole })
export type NewUser = Static<typeof NewUser>

export const UserChange = Named('UserChange', {
  name: Type.Optional(name),
  role: Type.Optional(clientRole),
})
export type UserChange = Static<typeof UserChange>

/** A user of any client or of the staff, as the staff see it. */
export const StaffViewOfUser = Named('StaffViewOfUser', {
  ...userFields,
  client_id: Nullable(Id, { description: 'null: belongs to the staff' }),
  client_name: Nullable(ofClient.client_name),
  scopes: Type.Array(Type.String(), { examples: [['staff:read', 'staff:orders']] }),
})
export type StaffViewOfUser = Static<typeof StaffViewOfUser>

export const NewUserByStaff = Named('NewUserByStaff', {
  email,
  name,
  client_id: Type.Optional(Type.String({ ...Id, description: 'Without it the user belongs to the staff' })),
  role: Type.Optional(OneOf(clientRoles, { description: 'With `client_id`', examples: ['reader'] })),
  scopes: Type.Optional(
    Type.Array(OneOf(staffScopes), { ...scopesOfStaff, description: 'Without `client_id`' }),
  ),
})
export type NewUserByStaff = Static<typeof NewUserByStaff>

export const UserChangeByStaff = Named('UserChangeByStaff', {
  name: Type.Optional(name),
  role: Type.Optional(clientRole),
  scopes: Type.Optional(scopesOfStaff),
})
export type UserChangeByStaff = Static<typeof UserChangeByStaff>

export const WarehouseSummary = Named('WarehouseSummary', {
  name: Nullable(Type.String({ examples: ['Depósito Andén S.A.'] }), {
    description: 'null: the service is not configured with one',
  }),
})

export const Inspection = Named('Inspection', {
  ...ofClient,
  expires_at: Timestamp,
})
export type Inspection = Static<typeof Inspection>

export const Session = Named('Session', {
  user: Named('SessionUser', {
    id: Id,
    email: Type.String({ examples: ['ana@losalamos.example'] }),
    name: Type.String({ examples: ['Ana Pérez'] }),
    two_factor_enabled: Type.Boolean({ examples: [true] }),
  }),
  role,
  client: Nullable(
    Named('SessionClient', {
      id: Id,
      name: Type.String({ examples: ['Bodega Los Álamos'] }),
      cuit_dni: Nullable(Type.String({ examples: ['30712345671'] })),
      environment: EnvironmentOf,
    }),
    { description: 'null: the user belongs to the staff' },
  ),
  inspection: Nullable(Named('SessionInspection', { expires_at: Timestamp }), {
    description:
      'Set while somebody of the staff sees the portal as `client` sees it, and can change nothing',
    examples: [null],
  }),
  warehouse: WarehouseSummary,
  time_zone: Type.String({
    description: 'Of the warehouse: its days begin and end in this zone',
    examples: ['America/Argentina/Buenos_Aires'],
  }),
  scopes: Type.Array(Type.String(), { examples: [['read:stock', 'read:orders']] }),
  language,
  demo: Type.Boolean({ description: 'Whether the service runs with demo data', examples: [false] }),
  expires_at: Type.String({ ...Timestamp, description: 'When the session ends at the latest' }),
})
export type Session = Static<typeof Session>

export const UserFilters = {
  client_id: Type.Optional(
    Type.String({ ...Id, description: 'Users of this client. Without it: users of the staff' }),
  ),
}
