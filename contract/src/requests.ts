import { CreatedBetween } from './paging.ts'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { Problem } from './problems/document.ts'
import { type Static, Type } from './type.ts'

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const requestIdExample = 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10'

export const LoggedRequest = Named('LoggedRequest', {
  id: Id,
  request_id: Type.String({ description: 'As in `X-Request-Id`', examples: [requestIdExample] }),
  method: Type.String({ examples: ['POST'] }),
  path: Type.String({
    description: 'Up to 500 characters. Anything that could be a secret is replaced by `…`',
    examples: ['/api/v1/portal/orders'],
  }),
  query: Nullable(
    Type.String({
      description:
        'Only the parameters that the operation has, without `cursor`. Values that could be secrets are replaced by `…`',
      examples: ['status=pending&limit=20'],
    }),
  ),
  status: Type.Integer({ examples: [409] }),
  duration_ms: Type.Integer({ examples: [12] }),
  count: Type.Integer({
    description:
      'Always 1, except for status 429: the rejections of a key in one tier and hour are one row, which shows the first',
    examples: [1],
  }),
  key_id: Nullable(Id, { description: 'null: made by a person who is signed in' }),
  key_prefix: Nullable(Type.String({ examples: ['pk_4fQz81L'] })),
  user_id: Nullable(Id, { description: 'null: made with a key' }),
  user_email: Nullable(Type.String({ examples: ['ana@losalamos.example'] })),
  problem: Nullable(Named('LoggedProblem', Problem.properties, { additionalProperties: true }), {
    description: 'The response, if it was an error; shortened to 4 KiB',
  }),
  created_at: Timestamp,
})
export type LoggedRequest = Static<typeof LoggedRequest>

export const HourOfReads = Named('HourOfReads', {
  hour: Timestamp,
  count: Type.Integer({ examples: [240] }),
})
export type HourOfReads = Static<typeof HourOfReads>

export const LoggedRequestPage = Named('LoggedRequestPage', {
  data: Type.Array(LoggedRequest),
  reads: Type.Array(HourOfReads, {
    description:
      'Successful reads per hour, newest first, of the same key and time range; hours without any are left out. Only on the first page, and empty with the filters `status`, `method` and `request_id`',
  }),
  next_cursor: Nullable(
    Type.String({ description: 'Pass as `cursor` to get the next page; null if there is none' }),
  ),
  has_more: Type.Boolean({ description: 'false: this is the last page' }),
})

export const RequestFilters = {
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, examples: [409] })),
  method: Type.Optional(OneOf(requestMethods)),
  key_id: Type.Optional(Id),
  request_id: Type.Optional(
    Type.String({ maxLength: 36, pattern: '^req_[0-9a-f]{32}$', examples: [requestIdExample] }),
  ),
  ...CreatedBetween,
}

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })

export const HourOfUsage = Named('HourOfUsage', {
  hour: Timestamp,
  ok: count('Status below 400', 240),
  client_error: count('Status 400 to 499, except 429', 3),
  server_error: count('Status 500 and above', 0),
  rate_limited: count('Status 429', 0),
})

export const LimitUsage = Named('LimitUsage', {
  limit: Type.Integer({ examples: [1000] }),
  window_seconds: Type.Integer({ examples: [3600] }),
  used: count('Requests admitted in the current hour or minute of the clock', 120),
  peak: count('The most requests admitted in one hour or minute of the clock, in the last 14 days', 870),
  peak_at: Nullable(Timestamp, { description: 'Start of that hour or minute; null: none were made' }),
})
export type LimitUsage = Static<typeof LimitUsage>

export const KeyUsage = Named('KeyUsage', {
  key_id: Id,
  limits: Named(
    'KeyLimitUsage',
    { read_per_hour: LimitUsage, write_per_hour: LimitUsage, burst_per_minute: LimitUsage },
    {
      description:
        'How close the key came to each of its limits. The limits themselves apply to any 60 minutes or seconds, not to those of the clock',
    },
  ),
  hours: Type.Array(HourOfUsage, { description: 'Oldest first; hours without requests are left out' }),
})
export type KeyUsage = Static<typeof KeyUsage>
