import { ivaConditions, maxDocumentLength } from './documents.ts'
import { environments } from './environments.ts'
import {
  amongMatches,
  Email,
  foundBy,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from './primitives.ts'
import { portalScopes, staffScopes } from './scopes.ts'
import { type Static, Type } from './type.ts'

/** Whose something is, in the back office: with the name, so that nobody has to read the clients to show it. */
export const ofClient = {
  client_id: Id,
  client_name: Type.String({ description: 'Its current name', examples: ['Bodega Los Álamos'] }),
}

const ClientStatus = OneOf(['active', 'suspended'], { examples: ['active'] })

export const Client = Named('Client', {
  id: Id,
  name: Type.String({ examples: ['Bodega Los Álamos'] }),
  cuit_dni: Nullable(Type.String({ examples: ['30707770704'] })),
  email: Type.String({ examples: ['administracion@losalamos.example'] }),
  address: Nullable(Type.String({ examples: ['Ruta 7 km 1047, Luján de Cuyo, Mendoza'] })),
  iva_condition: Nullable(OneOf(ivaConditions, { examples: ['responsable_inscripto'] })),
  status: ClientStatus,
  mail_remitos: Type.Boolean({
    description:
      '`true`: when an order leaves, its recipient gets the remito and its link by e-mail, if the destinatario has an address',
    examples: [false],
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Client = Static<typeof Client>

/** In the list. */
export const ListedClient = Named('ListedClient', {
  ...Client.properties,
  balance: Type.Number({
    description: 'What the client owes, in ARS; below 0 if it has paid in advance',
    examples: [152340.5],
  }),
})
export type ListedClient = Static<typeof ListedClient>

export const ClientFilters = foundBy(
  'The beginning of a word of the name, or of the CUIT or DNI, with or without hyphens. ' +
    amongMatches('first matches'),
  'álamos',
)

const name = Line(200, { examples: ['Bodega Los Álamos'] })
const email = Email('administracion@losalamos.example')
const cuit = Nullable(
  Type.String({
    format: 'cuit-dni',
    maxLength: maxDocumentLength,
    description: 'CUIT or DNI, unique among clients',
    examples: ['30-71000001-4'],
  }),
)

/** Data printed on remitos. */
const fiscal = {
  cuit_dni: Type.Optional(cuit),
  address: Type.Optional(
    Nullable(
      Text(300, {
        description: 'Printed on remitos',
        examples: ['Ruta 7 km 1047, Luján de Cuyo, Mendoza'],
      }),
    ),
  ),
  iva_condition: Type.Optional(Nullable(OneOf(ivaConditions, { examples: ['responsable_inscripto'] }))),
}

export const NewClient = Named('NewClient', { name, email, ...fiscal })
export type NewClient = Static<typeof NewClient>

export const ClientChange = Named('ClientChange', {
  name: Type.Optional(name),
  email: Type.Optional(email),
  ...fiscal,
  status: Type.Optional(ClientStatus),
  mail_remitos: Type.Optional(Client.properties.mail_remitos),
})
export type ClientChange = Static<typeof ClientChange>

const limitOverride = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "null: no override, the service's default applies",
    examples: [5000],
  }),
)
const RateLimitOverrides = Named('RateLimitOverrides', {
  read_per_hour: limitOverride,
  write_per_hour: limitOverride,
  burst_per_minute: limitOverride,
})

const keyFields = {
  id: Id,
  client_id: Id,
  name: Type.String({ examples: ['ERP'] }),
  key_prefix: Type.String({ examples: ['pk_4fQz81L'] }),
  scopes: Type.Array(Type.String(), { examples: [['read:stock', 'read:orders']] }),
  rate_limits: RateLimitOverrides,
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
}
export const ApiKey = Named('ApiKey', keyFields)
export type ApiKey = Static<typeof ApiKey>

export const IssuedApiKey = Named('IssuedApiKey', {
  ...keyFields,
  token: Type.String({
    description: 'Returned only here; it cannot be read again',
    examples: ['pk_4fQz81L0bV7mXw2NcKs5TgYhRjE9uPaDiOqZ3fH6LS4kqX0'],
  }),
})

/** A key of a client, as the staff see it. */
export const StaffViewOfKey = Named('StaffViewOfKey', { ...ApiKey.properties, ...ofClient })
export type StaffViewOfKey = Static<typeof StaffViewOfKey>
export const StaffViewOfIssuedKey = Named('StaffViewOfIssuedKey', { ...IssuedApiKey.properties, ...ofClient })

export const NewApiKey = Named('NewApiKey', {
  name: Line(200, { examples: ['ERP'] }),
  scopes: Type.Array(OneOf(portalScopes), {
    minItems: 1,
    maxItems: portalScopes.length,
    uniqueItems: true,
    examples: [['read:stock']],
  }),
  expires_at: Type.Optional(
    Nullable(Timestamp, { description: 'Must be in the future; null: never expires' }),
  ),
  rate_limits: Type.Optional(
    Named('NewRateLimitOverrides', {
      read_per_hour: Type.Optional(limitOverride),
      write_per_hour: Type.Optional(limitOverride),
      burst_per_minute: Type.Optional(limitOverride),
    }),
  ),
})

/** A key as an administrator of the client creates it; its limits are the service's. */
export const NewOwnApiKey = Named('NewOwnApiKey', {
  name: NewApiKey.properties.name,
  scopes: NewApiKey.properties.scopes,
  expires_at: NewApiKey.properties.expires_at,
  environment: Type.Optional(
    OneOf(environments, {
      description:
        '`sandbox`: a test key, `pk_test_…`; the sandbox is created if there is none. Default: that of the request',
      examples: ['live'],
    }),
  ),
})

const { client_id: _, ...staffKeyFields } = {
  ...keyFields,
  key_prefix: Type.String({ examples: ['sk_9dKq21z'] }),
  scopes: Type.Array(Type.String(), { examples: [['staff:read', 'staff:orders']] }),
}
export const StaffKey = Named('StaffKey', staffKeyFields)
export type StaffKey = Static<typeof StaffKey>

export const IssuedStaffKey = Named('IssuedStaffKey', {
  ...staffKeyFields,
  token: Type.String({
    description: 'Returned only here; it cannot be read again',
    examples: ['sk_9dKq21zLb0V7mXw2NcKs5TgYhRjE9uPaDiOqZ3fH6LS4kqX0'],
  }),
})

export const NewStaffKey = Named('NewStaffKey', {
  name: NewApiKey.properties.name,
  scopes: Type.Array(OneOf(staffScopes), {
    minItems: 1,
    maxItems: staffScopes.length,
    uniqueItems: true,
    examples: [['staff:read']],
  }),
  expires_at: NewApiKey.properties.expires_at,
  rate_limits: NewApiKey.properties.rate_limits,
})

export const RotateApiKey = Named('RotateApiKey', {
  grace_days: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 30,
      default: 0,
      description: 'Days for which the old key stays valid',
    }),
  ),
})
