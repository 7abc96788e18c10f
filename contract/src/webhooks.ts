import { eventPatterns, eventTypes } from './event-types.ts'
import { type DeliveryFaultCode, deliveryFaultCodes, type Fault } from './faults/catalogue.ts'
import { paramsShape } from './faults/params-shape.ts'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { FieldError } from './problems/document.ts'
import { type Static, Type } from './type.ts'
import { AutoResume, EventFilter, EventFilterIn, OwnHeaderNames, OwnHeadersIn } from './webhook-options.ts'

const EventNames = Type.Array(OneOf(eventTypes), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  examples: [['order.approved', 'stock.changed']],
})
const EventPatterns = Type.Array(OneOf(eventPatterns), {
  minItems: 1,
  maxItems: eventPatterns.length,
  uniqueItems: true,
  description:
    'Names of events, families of them (`order.*`), or `*` for every event. Families and `*` include the types that are added later',
  examples: [['order.*', 'stock.changed']],
})
const EndpointStatus = OneOf(['active', 'paused'], { examples: ['active'] })
const url = Type.String({ examples: ['https://erp.losalamos.example/hooks/anden'] })

const endpointFields = {
  id: Id,
  url,
  description: Nullable(Type.String({ examples: ['ERP de producción'] })),
  events: Type.Array(OneOf(eventTypes), {
    description: 'The types of events that it gets today',
    examples: [['order.approved', 'stock.changed']],
  }),
  event_patterns: Type.Array(OneOf(eventPatterns), {
    description: 'What was subscribed to: names, families (`order.*`) or `*`',
    examples: [['order.approved', 'stock.changed']],
  }),
  header_names: OwnHeaderNames,
  filter: EventFilter,
  auto_resume: AutoResume,
  status: EndpointStatus,
}

export const DeliveryFault = Named('DeliveryFault', {
  code: OneOf(deliveryFaultCodes, {
    description:
      'Why the attempt failed, for programs. Codes may be added. The guide on webhooks lists them with their params',
    examples: ['http_status'],
  }),
  params: paramsShape(deliveryFaultCodes, { status: 503 }),
})
export type DeliveryFault = Fault<DeliveryFaultCode>

/** Beside the text that says the same. `code` narrows the type of `params`. */
const failure = Nullable(Type.Unsafe<DeliveryFault>(DeliveryFault), {
  description:
    'Why it failed, as a code with its params; null if nothing did, or if that was before there were codes',
})

export const WebhookEndpoint = Named('WebhookEndpoint', {
  ...endpointFields,
  consecutive_failures: Type.Integer({
    description: 'Failed attempts since the last success',
    examples: [0],
  }),
  last_success_at: Nullable(Timestamp),
  last_failure_at: Nullable(Timestamp),
  last_failure_reason: Nullable(Type.String({ examples: ['HTTP 503'] })),
  last_failure: failure,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpoints = Named('WebhookEndpoints', { data: Type.Array(WebhookEndpoint) })

const secretFields = {
  signing_secret: Type.String({
    description:
      '`whsec_` followed by 64 hexadecimal characters. Returned only here; it cannot be read again',
    examples: ['whsec_5f0c6a1b9d3e47c28fa0e5b17d64c93a2be8f1057d9a4c3eb6820f7a1d5c9e34'],
  }),
  signing_secret_warning: Type.String({
    examples: ['Store this secret now: it is not shown again.'],
  }),
}

export const CreatedWebhookEndpoint = Named('CreatedWebhookEndpoint', {
  ...endpointFields,
  created_at: Timestamp,
  ...secretFields,
  warnings: Type.Array(FieldError, {
    description: 'What keeps deliveries from arriving for now, such as a host that does not resolve',
    examples: [[]],
  }),
})
export const RotatedSecret = Named('RotatedSecret', { id: Id, ...secretFields })

const urlIn = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'HTTPS, reachable from the Internet, without credentials',
  examples: ['https://erp.losalamos.example/hooks/anden'],
})
const descriptionIn = Type.Optional(
  Nullable(Type.String({ maxLength: 500, examples: ['ERP de producción'] })),
)

const optionsIn = {
  headers: Type.Optional(OwnHeadersIn),
  filter: Type.Optional(EventFilterIn),
  auto_resume: Type.Optional(AutoResume),
}

export const NewWebhookEndpoint = Named('NewWebhookEndpoint', {
  url: urlIn,
  events: EventPatterns,
  description: descriptionIn,
  ...optionsIn,
})
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>

export const WebhookEndpointChange = Named('WebhookEndpointChange', {
  url: Type.Optional(urlIn),
  events: Type.Optional(EventPatterns),
  description: descriptionIn,
  ...optionsIn,
  status: Type.Optional(EndpointStatus),
})
export type WebhookEndpointChange = Static<typeof WebhookEndpointChange>

export const RotateSecret = Named('RotateSecret', {
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 0,
      description: 'For how long deliveries are signed with the old secret as well',
      examples: [3600],
    }),
  ),
})

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'abandoned'] as const
export const DeliveryStatus = OneOf(deliveryStatuses, { examples: ['succeeded'] })
export type DeliveryStatus = Static<typeof DeliveryStatus>

const responseExcerpt = Nullable(Type.String({ description: 'The first 1 KiB of the response body' }))

const deliveryFields = {
  id: Id,
  event_type: OneOf(eventTypes, { examples: ['stock.changed'] }),
  event_id: Id,
  status: DeliveryStatus,
  attempts: Type.Integer({ examples: [1] }),
  response_status: Nullable(
    Type.Integer({ description: "The receiver's latest HTTP status", examples: [200] }),
  ),
  duration_ms: Nullable(Type.Integer({ examples: [84] })),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp),
}

export const WebhookDelivery = Named('WebhookDelivery', deliveryFields)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const DeliveryAttempt = Named('DeliveryAttempt', {
  number: Type.Integer({ examples: [1] }),
  started_at: Timestamp,
  response_status: Nullable(Type.Integer({ examples: [503] })),
  duration_ms: Type.Integer({ examples: [120] }),
  error: Nullable(Type.String({ examples: ['HTTP 503'] })),
  failure,
  response_excerpt: responseExcerpt,
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const WebhookDeliveryDetail = Named('WebhookDeliveryDetail', {
  ...deliveryFields,
  body: Type.String({
    description: 'The body of the request, byte for byte the same in every attempt',
    examples: ['{"id":"evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10","type":"stock.changed",…}'],
  }),
  attempt_log: Type.Array(DeliveryAttempt, {
    description: 'Every attempt, oldest first, including those before a manual retry',
  }),
})
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>

export const maxAttemptsShown = 100
export const maxMissedCounted = 10_000

const latency = Nullable(Type.Integer({ examples: [84] }), { description: 'null: there are no attempts' })

export const WebhookEndpointHealth = Named('WebhookEndpointHealth', {
  attempts: Type.Array(
    Named('EndpointAttempt', {
      delivery_id: Id,
      started_at: Timestamp,
      response_status: Nullable(Type.Integer({ examples: [200] })),
      duration_ms: Type.Integer({ examples: [84] }),
      succeeded: Type.Boolean({ examples: [true] }),
    }),
    { description: 'The latest 100, newest first' },
  ),
  success_share: Nullable(
    Type.Number({ description: 'Of those attempts, from 0 to 1; null: there are none', examples: [0.98] }),
  ),
  p50_ms: latency,
  p95_ms: latency,
  paused_by: Nullable(
    OneOf(['failures', 'client'], {
      description:
        '`failures`: by the service, after too many of them in a row; `client`: by you; null: it is active',
      examples: ['failures'],
    }),
  ),
  paused_since: Nullable(Timestamp),
  next_trial_at: Nullable(Timestamp, {
    description: 'When a paused endpoint with `auto_resume` is tried again; null: it is not, or no longer',
  }),
  missed: Type.Integer({
    description:
      'Deliveries that `POST /webhooks/{id}/recover` would send: those that were stopped or not sent because of a pause. At most 10000 are counted',
    examples: [42],
  }),
})
export type WebhookEndpointHealth = Static<typeof WebhookEndpointHealth>

export const DeliveryFilters = {
  status: Type.Optional(DeliveryStatus),
  event_type: Type.Optional(OneOf(eventTypes)),
}

export const RetriedDelivery = Named('RetriedDelivery', { id: Id, status: OneOf(['pending']) })

export const Recover = Named('Recover', {
  since: Type.Optional(Nullable(Timestamp, { description: 'Only events created at or after this time' })),
  until: Type.Optional(Nullable(Timestamp, { description: 'Only events created before this time' })),
  event_types: Type.Optional(
    Nullable(EventNames, { description: 'Only events of these types; null: of every type' }),
  ),
  include_abandoned: Type.Optional(Type.Boolean({ default: false })),
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Only count what would be retried, and change nothing' }),
  ),
})
export type Recover = Static<typeof Recover>
export const Recovered = Named('Recovered', {
  count: Type.Integer({
    description: 'Deliveries that are retried or, in a dry run, would be',
    examples: [42],
  }),
})

export const maxReplayed = 100_000

export const Replay = Named('Replay', {
  since: Type.String({ ...Timestamp, description: 'Only events created at or after this time' }),
  until: Type.Optional(
    Nullable(Timestamp, { description: 'Only events created before this time; null: until now' }),
  ),
  event_types: Type.Optional(
    Nullable(EventNames, {
      description:
        'Only events of these types, of those that the endpoint subscribes to; null: of all of them',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Only count what would be sent, and change nothing' }),
  ),
})
export type Replay = Static<typeof Replay>
export const Replayed = Named('Replayed', {
  count: Type.Integer({
    description: 'New deliveries or, in a dry run, how many there would be',
    examples: [42],
  }),
})

export const SendTest = Named('SendTest', {
  type: Type.Optional(
    OneOf(eventTypes, {
      description:
        'Sends a sample of this event instead of `webhook.test`, whether or not the endpoint subscribes to it',
      examples: ['order.approved'],
    }),
  ),
})

export const TestPing = Named('TestPing', {
  succeeded: Type.Boolean({ examples: [true] }),
  response_status: Nullable(Type.Integer({ examples: [200] })),
  duration_ms: Type.Integer({ examples: [84] }),
  error: Nullable(Type.String()),
  failure,
  response_excerpt: responseExcerpt,
})
