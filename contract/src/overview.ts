import { OrderStatus } from './orders.ts'
import { Amount, CalendarDate, Id, Named, Nullable, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const expiringSoonDays = 30

const Count = Type.Integer({ minimum: 0, examples: [3] })
const Monday = Type.String({
  ...CalendarDate,
  description: 'The Monday on which the week starts',
  examples: ['2026-11-02'],
})

export const WeekOfOrders = Named('WeekOfOrders', { week: Monday, orders: Count })
export const WeekOfExpiry = Named('WeekOfExpiry', { week: Monday, lots: Count })
export const MonthlyBalance = Named('MonthlyBalance', {
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-11'] }),
  saldo: Type.Number({ ...Amount, description: 'At the end of the month; in the current month, now' }),
})

export const OpenOrders = Named(
  'OpenOrders',
  {
    pending: Count,
    approved: Count,
    in_preparation: Count,
    in_transit: Count,
    failed_delivery: Count,
  },
  { description: 'Orders that are not delivered, rejected or cancelled, by status' },
)
export type OpenOrders = Static<typeof OpenOrders>

/** What suspending a client stops, and what continues. */
export const ClientOverview = Named('ClientOverview', {
  keys: Type.Integer({ minimum: 0, description: 'API keys that can be used', examples: [2] }),
  users: Count,
  webhooks: Named('EndpointCounts', { active: Count, paused: Count }),
  open_orders: OpenOrders,
})
export type ClientOverview = Static<typeof ClientOverview>

/** What the start page says of an order. */
const orderInBrief = {
  id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  status: OrderStatus,
  status_reason: Nullable(Type.String({ examples: ['Domicilio cerrado'] })),
  destinatario_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
}
export const FailedOrder = Named('FailedOrder', orderInBrief)
export type FailedOrder = Static<typeof FailedOrder>

export const failedOrdersShown = 3

const needs = (scope: string) => ({ description: `null without the scope \`${scope}\`` })

export const Overview = Named('Overview', {
  orders: Nullable(
    Named('OrdersOverview', {
      open: OpenOrders,
      oldest_open: Nullable(Named('OldestOpenOrder', orderInBrief), {
        description: 'The open order that was placed first; null if none is open',
      }),
      failed: Type.Array(FailedOrder, {
        description: `The latest ${failedOrdersShown} orders whose delivery failed and that have not been sent again, delivered or cancelled`,
      }),
      per_week: Type.Array(WeekOfOrders, {
        description: 'Orders placed in each of the last 26 weeks, the current one last',
      }),
    }),
    needs('read:orders'),
  ),
  lots: Nullable(
    Named('LotsOverview', {
      expired: Type.Integer({
        ...Count,
        description: 'Lots in stock whose expiry date is past',
      }),
      expiring_soon: Type.Integer({
        ...Count,
        description: `Lots in stock that expire today or in the next ${expiringSoonDays} days`,
      }),
      expiring_per_week: Type.Array(WeekOfExpiry, {
        description:
          'Lots in stock that expire in each of the next 26 weeks, the current one first. Its days that are past count as expired',
      }),
    }),
    needs('read:stock'),
  ),
  account: Nullable(
    Named('AccountOverview', {
      balance_per_month: Type.Array(MonthlyBalance, {
        description: 'The balance at the end of each of the last 12 months, the current one last',
      }),
    }),
    needs('read:account'),
  ),
  webhooks: Nullable(
    Named('WebhooksOverview', {
      endpoints: Named('EndpointCounts', { active: Count, paused: Count }),
      recent_deliveries: Named(
        'RecentDeliveries',
        { succeeded: Count, failed: Count },
        {
          description:
            'Of the newest 100 deliveries of each endpoint that are not pending. `failed` includes those that were abandoned',
        },
      ),
      oldest_pending_at: Nullable(Timestamp, {
        description: 'When the oldest pending delivery was created; null if none is pending',
      }),
    }),
    needs('read:webhooks'),
  ),
})
export type Overview = Static<typeof Overview>
