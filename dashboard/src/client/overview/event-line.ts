// Describes an event in a sentence that links to its object. A group of events is described by its size.
import type { AndenEvent, StockRow } from '@anden/sdk'
import { plural, t } from '@lingui/core/macro'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'

type EventLine = { text: string; to: string; search: Record<string, unknown> }
type About<Kind extends string> = Extract<AndenEvent, { type: `${Kind}.${string}` }>

const isAbout = <Kind extends string>(event: AndenEvent, kind: Kind): event is About<Kind> =>
  event.type.startsWith(`${kind}.`)

const at = (to: string, text: string, search: Record<string, unknown> = {}): EventLine => ({
  text,
  to,
  search,
})

export function eventLine(events: Group, products: readonly StockRow[]): EventLine {
  const [event] = events
  if (events.length > 1) return manyLine(events, products)
  if (isAbout(event, 'order')) return at(`/orders/${event.data.object.id}`, orderText(event))
  if (isAbout(event, 'remito')) return at(`/remitos/${event.data.object.id}`, remitoText(event))
  if (isAbout(event, 'lot')) return at(`/lots/${event.data.object.lot_id}`, lotText(event))
  if (isAbout(event, 'stock')) return at(`/stock/${event.data.object.product_id}`, stockText(event, products))
  if (isAbout(event, 'inbound')) return at(`/inbound/${event.data.object.id}`, inboundText(event))
  if (isAbout(event, 'return')) return at(`/returns/${event.data.object.id}`, returnText(event))
  return at('/account', moneyText(event))
}

/** Links to exactly these events. A list of lots or products would include others, and show their current state. */
function manyLine(events: Group, products: readonly StockRow[]): EventLine {
  const [{ type, created_at }] = events
  const to = new Date(Date.parse(created_at) + 1).toISOString()
  return at('/activity', manyText(events, products), { type, from: created_at, to })
}

function manyText(events: Group, products: readonly StockRow[]): string {
  const [event] = events
  const count = events.length
  switch (event.type) {
    case 'lot.expiring':
      return plural(count, { one: '# lot expires soon', other: '# lots expire soon' })
    case 'lot.created':
      return plural(count, { one: '# new lot', other: '# new lots' })
    case 'lot.depleted':
      return plural(count, { one: '# lot used up', other: '# lots used up' })
    case 'stock.changed':
      return plural(count, { one: 'Stock of # product changed', other: 'Stock of # products changed' })
    default:
      return t`${eventLine([event], products).text}, and ${formatNumber(count - 1)} more`
  }
}

function inboundText({ type, data }: About<'inbound'>): string {
  const { number, status } = data.object
  if (type === 'inbound.arrived') return t`The goods of notice ${number} have arrived`
  return status === 'received_with_differences'
    ? t`Notice ${number} received, with differences`
    : t`Notice ${number} received`
}

function returnText({ type, data }: About<'return'>): string {
  const { number } = data.object
  return type === 'return.expected'
    ? t`Return ${number} is on its way to the warehouse`
    : t`Return ${number} received`
}

function orderText({ type, data }: About<'order'>): string {
  const number = data.object.order_number
  switch (type) {
    case 'order.created':
      return t`Order ${number} placed`
    case 'order.updated':
      return t`Order ${number} changed`
    case 'order.approved':
      return t`Order ${number} approved`
    case 'order.rejected':
      return t`Order ${number} rejected`
    case 'order.in_preparation':
      return t`Order ${number} in preparation`
    case 'order.in_transit':
      return t`Order ${number} in transit`
    case 'order.delivered':
      return t`Order ${number} delivered`
    case 'order.failed_delivery':
      return t`Order ${number}: delivery failed`
    case 'order.cancelled':
      return t`Order ${number} cancelled`
  }
}

function remitoText({ type, data }: About<'remito'>): string {
  const number = data.object.remito_number.join(', ')
  if (type === 'remito.voided') return t`Remito ${number} voided`
  if (type === 'remito.accepted') return t`Remito ${number} accepted`
  if (type === 'remito.disputed') return t`Remito ${number} accepted with differences`
  return data.object.type === 'ingreso' ? t`Goods in: remito ${number}` : t`Goods out: remito ${number}`
}

function lotText({ type, data }: About<'lot'>): string {
  const number = data.object.lot_number
  if (type === 'lot.created') return t`New lot ${number}`
  if (type === 'lot.depleted') return t`Lot ${number} used up`
  if (type === 'lot.held') return t`Lot ${number} on hold: ${data.object.reason}`
  if (type === 'lot.released') return t`Lot ${number} released`
  return plural(data.object.days_until_expiry, {
    0: `Lot ${number} expires today`,
    one: `Lot ${number} expires in # day`,
    other: `Lot ${number} expires in # days`,
  })
}

function stockText({ data }: About<'stock'>, products: readonly StockRow[]): string {
  const { product_id, old_quantity, new_quantity } = data.object
  const product = products.find((row) => row.product_id === product_id)?.products
  const before = formatNumber(old_quantity)
  const after = quantityText(new_quantity, product?.unit_type ?? '')
  return product ? `${product.name}: ${before} → ${after}` : t`Stock changed: ${before} → ${after}`
}

function moneyText({ type, data }: About<'payment' | 'credit_note'>): string {
  const money = formatMoney(data.object.amount)
  if (type === 'payment.received') return t`Payment received: ${money}`
  return t`Credit note ${data.object.number}: ${money}`
}

export type Group = [AndenEvent, ...AndenEvent[]]

/**
 * Events of the same type and moment have one cause, such as the lots of one delivery, so they become one line. If
 * there are more events than were loaded, the groups of the oldest moment may be incomplete. They are left out unless
 * they are the only ones.
 */
export function inGroups(events: readonly AndenEvent[], hasMore: boolean): Group[] {
  const groups = new Map<string, Group>()
  for (const event of events) {
    const key = `${event.created_at} ${event.type}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  const all = [...groups.values()]
  const oldest = events.at(-1)?.created_at
  const whole = hasMore ? all.filter(([{ created_at }]) => created_at !== oldest) : all
  return whole.length > 0 ? whole : all
}
