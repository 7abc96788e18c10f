// What an endpoint can be given besides its address and events: own headers, a filter, and whether it resumes by itself.
import { OrderStatus } from './orders.ts'
import { Id, Named, Nullable } from './primitives.ts'
import { type Static, Type } from './type.ts'
import { maxOwnHeaders } from './values.ts'

const maxNameLength = 64
const maxValueLength = 1024

const OwnHeader = Named('OwnHeader', {
  name: Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
    description:
      'Letters, digits, `-` and `_`. Not `Service-*`, `webhook-*`, `Host`, `Content-*`, `User-Agent`, nor a header that belongs to the connection or to tracing',
    examples: ['Authorization'],
  }),
  value: Type.String({
    minLength: 1,
    maxLength: maxValueLength,
    pattern: '^[!-~]([ -~]*[!-~])?$',
    description: 'Visible ASCII characters, and spaces between them. Stored encrypted, and never returned',
    examples: ['Bearer 4f8a1c…'],
  }),
})
export type OwnHeader = Static<typeof OwnHeader>

export const OwnHeadersIn = Nullable(Type.Array(OwnHeader, { maxItems: maxOwnHeaders }), {
  description:
    'Sent with every delivery and test event, such as the token of a gateway. The list replaces the previous one; null or an empty list removes it. Answers have only the names',
  // The example of a whole endpoint is copied as it is: most receivers need no header.
  examples: [null],
})

export const OwnHeaderNames = Type.Array(Type.String({ examples: ['X-Gateway-Key'] }), {
  description: 'The names of the own headers, in their order. Their values are never shown',
})

/** The service or HTTP itself sets them, or the connection depends on them. */
const reservedNames = new Set([
  ...['host', 'user-agent', 'expect', 'date', 'traceparent', 'tracestate'],
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings'],
])
const reservedBeginnings = ['service-', 'webhook-', 'content-', 'proxy-']

export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return reservedNames.has(lower) || reservedBeginnings.some((beginning) => lower.startsWith(beginning))
}

/** Which events have which of the members is in `eventFamilies`. */
const maxFilterValues = 50
const list = { minItems: 1, maxItems: maxFilterValues, uniqueItems: true }

const filterFields = {
  destinatario_id: Type.Optional(
    Type.Array(Id, { ...list, description: 'Events of orders: only those for one of these destinatarios' }),
  ),
  product_id: Type.Optional(
    Type.Array(Id, {
      ...list,
      description:
        'Events of orders and remitos: only those with one of these products on a line. Of stock and lots: only those of these products',
    }),
  ),
  status: Type.Optional(
    Type.Array(OrderStatus, {
      ...list,
      description: 'Events of orders: only those with one of these statuses',
    }),
  ),
}

const whatItSends =
  'Which events of the subscribed types are sent: those that have one of the values of every member. A member does not apply to events without that property, such as `status` to `stock.changed`: these are sent'
const filterObject = Named('EventFilter', filterFields)
export type EventFilter = Static<typeof filterObject>

export const EventFilter = Nullable(filterObject, { description: `${whatItSends}. null: all of them` })

/** Without a name of its own: what is accepted is described more strictly than what is sent. */
export const EventFilterIn = Nullable(Type.Object(filterFields, { additionalProperties: false }), {
  description: `${whatItSends}. null or \`{}\`: all of them`,
  examples: [null],
})

export const AutoResume = Type.Boolean({
  default: false,
  description:
    'After a pause because of failures, the service tries the oldest failed delivery again after 1, 5, 15 and 60 minutes, then every hour for a day. The first 2xx re-activates the endpoint and recovers what it missed. A pause of your own is never ended',
  examples: [false],
})

/** When the oldest failed delivery is tried again, counted from the pause. */
export const autoResumePolicy = {
  firstAfterMinutes: [1, 5, 15, 60],
  thenEveryMinutes: 60,
  untilAfterMinutes: 24 * 60,
} as const
