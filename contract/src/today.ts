import { ofClient } from './clients.ts'
import { openOrderStatuses } from './order-transitions.ts'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'
import { WebhookEndpoint } from './webhooks.ts'

const Count = Type.Integer({ minimum: 0, examples: [3] })

/** The warehouse looks this many days ahead; clients, who sell the goods, look further. */
export const expiringWithinDays = 7

/** `mail` covers all mails, including invitations and password resets. */
export const backgroundJobs = ['mail', 'lot-expiring', 'remito-cai', 'retention'] as const

export const remitoBookStates = ['none', 'enough', 'running_out', 'stopped'] as const

export const Today = Named('Today', {
  orders: Type.Array(
    Named('QueueLength', {
      status: OneOf(openOrderStatuses, { examples: ['pending'] }),
      orders: Count,
      oldest_at: Nullable(Timestamp, {
        description: 'When the oldest of them was placed; null if there is none',
      }),
    }),
    { description: 'The open orders of all clients, by status' },
  ),
  returns: Named(
    'ExpectedReturns',
    {
      expected: Type.Integer({ ...Count, description: 'At most 1000 are counted' }),
      oldest_at: Nullable(Timestamp, { description: 'Since when the oldest of them is expected' }),
    },
    { description: 'Returns of all clients whose goods are on their way back' },
  ),
  expiring: Type.Array(
    Named('ClientExpiries', {
      ...ofClient,
      expired: Type.Integer({ ...Count, description: 'Lots in stock whose expiry date is past' }),
      expiring: Type.Integer({
        ...Count,
        description: `Lots in stock that expire today or in the next ${expiringWithinDays} days`,
      }),
    }),
    {
      description: 'The clients with lots that have expired or are about to, at most 100; most urgent first',
    },
  ),
  paused_endpoints: Type.Array(
    Named('PausedEndpoint', {
      id: Id,
      ...ofClient,
      url: Type.String({ examples: ['https://erp.losalamos.example/hook'] }),
      last_failure_at: Nullable(Timestamp),
      last_failure_reason: Nullable(Type.String({ examples: ['HTTP 503'] })),
      last_failure: WebhookEndpoint.properties.last_failure,
    }),
    { description: 'Webhook endpoints that are paused, at most 100' },
  ),
  remito_cai: Nullable(
    Named('RemitoCai', {
      number: Type.String({ examples: ['71234567890123'] }),
      expires_on: Type.String({ format: 'date', examples: ['2027-03-31'] }),
    }),
    {
      description:
        'The CAI that the next egreso is issued under; null if there is no book of remitos, or none can be used',
    },
  ),
  remito_books: Named(
    'RemitoBooksLeft',
    {
      state: OneOf(remitoBookStates, {
        description:
          '`none`: there has never been a book, and egresos are issued without a CAI. `running_out`: enter the next book. `stopped`: no book can be used, so no egreso is issued, and no order approved',
        examples: ['enough'],
      }),
      days_left: Nullable(Type.Integer({ examples: [133] }), {
        description: 'Until the last of the books expires; negative once it has; null without books',
      }),
      numbers_left: Nullable(Count, { description: 'In all books that can be used; null without books' }),
    },
    { description: 'What is left of the books of remitos' },
  ),
  disputes: Named(
    'OpenDisputes',
    {
      open: { ...Count, description: 'Up to 1,000' },
      oldest_at: Nullable(Timestamp, {
        description: 'Since when the first of them waits; null if there is none',
      }),
    },
    { description: 'Acceptances with differences, and late ones, that nobody has settled' },
  ),
  jobs: Type.Array(
    Named('JobState', {
      job: OneOf(backgroundJobs, { examples: ['lot-expiring'] }),
      last_run_at: Nullable(Timestamp, {
        description: 'When its schedule last started it; null if it has none, or has not come up yet',
      }),
      waiting: Type.Integer({ ...Count, description: 'Runs or mails that are due, or will be tried again' }),
      failed: Type.Integer({ ...Count, description: 'Those that were given up after all their attempts' }),
    }),
    { description: 'The work that the service does in the background' },
  ),
})
export type Today = Static<typeof Today>
