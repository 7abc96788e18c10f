import { environments } from './environments.ts'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const Health = Named('Health', {
  ok: Type.Boolean({ examples: [true] }),
  version: Type.String({ examples: ['v1'] }),
})

export const RateLimits = Named('RateLimits', {
  read_per_hour: Type.Integer({ examples: [1000] }),
  write_per_hour: Type.Integer({ examples: [100] }),
  burst_per_minute: Type.Integer({ examples: [100] }),
})
export type RateLimits = Static<typeof RateLimits>

/** Whose data a request reads and changes. */
export const EnvironmentOf = OneOf(environments, {
  description: '`sandbox`: goods, orders and money that do not exist',
  examples: ['live'],
})

const noLimit = { description: 'null: no limit' }

export const Me = Named('Me', {
  client: Named('MeClient', {
    id: Id,
    name: Type.String({ examples: ['Bodega Los Álamos'] }),
    cuit_dni: Nullable(Type.String({ examples: ['30712345671'] })),
    email: Type.String({ examples: ['administracion@losalamos.example'] }),
    environment: EnvironmentOf,
  }),
  key: Nullable(
    Named('MeKey', {
      id: Id,
      name: Type.String({ examples: ['ERP'] }),
      key_prefix: Type.String({
        description: 'The first 10 characters of the key; of a test key the first 15',
        examples: ['pk_4fQz81L'],
      }),
      scopes: Type.Array(Type.String(), { examples: [['read:stock', 'read:orders']] }),
      created_at: Timestamp,
      last_used_at: Nullable(Timestamp, { description: 'Updated at most once a minute' }),
    }),
    { description: 'null: the request comes from a person who is signed in' },
  ),
  rate_limits: Named('MeRateLimits', {
    read_per_hour: Nullable(Type.Integer({ examples: [1000] }), noLimit),
    write_per_hour: Nullable(Type.Integer({ examples: [100] }), noLimit),
    burst_per_minute: Nullable(Type.Integer({ examples: [100] }), noLimit),
  }),
  webhook_source_addresses: Type.Array(Type.String(), {
    description:
      'The addresses and networks that webhooks are sent from, for your firewall; empty if the warehouse has not said',
    examples: [['203.0.113.0/28']],
  }),
})
export type Me = Static<typeof Me>
