// What can be done with an order: in which status and by whom, what becomes of it, and which event reports it. The
// service, the dashboard, the API description and the documentation take it from this table.

export const orderStatuses = [
  'pending',
  'approved',
  'in_preparation',
  'in_transit',
  'delivered',
  'failed_delivery',
  'rejected',
  'cancelled',
] as const
type Status = (typeof orderStatuses)[number]

/** Orders that are not delivered, rejected or cancelled: those with which something can still be done. */
export const openOrderStatuses = [
  'pending',
  'approved',
  'in_preparation',
  'in_transit',
  'failed_delivery',
] as const satisfies readonly Status[]
export type OpenOrderStatus = (typeof openOrderStatuses)[number]

type OrderTransition = {
  /** In which statuses each side may do it. */
  from: { staff: readonly Status[]; client: readonly Status[] }
  to: Status
  /** Null: it has none of its own, and the events that follow show what it changed. */
  event: `order.${Exclude<Status, 'pending'> | 'updated'}` | null
  /** Staff have to say why, and the client reads it. */
  needsReason: boolean
}

/** By action. Where a status allows several, the usual one is first. */
const transitions = {
  approve: {
    from: { staff: ['pending'], client: [] },
    to: 'approved',
    event: 'order.approved',
    needsReason: false,
  },
  reject: {
    from: { staff: ['pending'], client: [] },
    to: 'rejected',
    event: 'order.rejected',
    needsReason: true,
  },
  // Changes what is ordered, to whom it goes or what is noted. The order stays pending.
  update: {
    from: { staff: ['pending'], client: ['pending'] },
    to: 'pending',
    event: 'order.updated',
    needsReason: true,
  },
  prepare: {
    from: { staff: ['approved'], client: [] },
    to: 'in_preparation',
    event: 'order.in_preparation',
    needsReason: false,
  },
  dispatch: {
    from: { staff: ['in_preparation', 'failed_delivery'], client: [] },
    to: 'in_transit',
    event: 'order.in_transit',
    needsReason: false,
  },
  // Says that the goods stand ready, in so many packages. It can be repeated until they leave.
  pack: {
    from: { staff: ['in_preparation'], client: [] },
    to: 'in_preparation',
    event: null,
    needsReason: false,
  },
  deliver: {
    from: { staff: ['in_transit'], client: [] },
    to: 'delivered',
    event: 'order.delivered',
    needsReason: false,
  },
  fail: {
    from: { staff: ['in_transit'], client: [] },
    to: 'failed_delivery',
    event: 'order.failed_delivery',
    needsReason: true,
  },
  cancel: {
    from: {
      staff: ['pending', 'approved', 'in_preparation', 'failed_delivery'],
      // Until the warehouse starts preparing it.
      client: ['pending', 'approved'],
    },
    to: 'cancelled',
    event: 'order.cancelled',
    needsReason: true,
  },
} as const satisfies Record<string, OrderTransition>

export type OrderAction = keyof typeof transitions
export const orderActions = Object.keys(transitions) as OrderAction[]

/** An action that takes an order to another status, which its event reports. */
export type OrderMove = Exclude<OrderAction, 'pack' | 'update'>
type Reported = OrderTransition & { event: `order.${Exclude<Status, 'pending'>}` }
export const orderTransitions: Readonly<
  Record<OrderMove, Reported> & Record<'pack' | 'update', OrderTransition>
> = transitions
const isMove = (action: OrderAction): action is OrderMove => action !== 'pack' && action !== 'update'
export const orderMoves = orderActions.filter(isMove)

/** A status that is not known allows nothing. */
export function actionsIn(status: string, by: keyof OrderTransition['from']): OrderAction[] {
  return orderActions.filter((action) => orderTransitions[action].from[by].some((from) => from === status))
}

export function movesIn(status: string, by: keyof OrderTransition['from']): OrderMove[] {
  return actionsIn(status, by).filter(isMove)
}

/** For texts: "reject, fail and cancel". */
export const actionsWithReasonText = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
  orderActions.filter((action) => orderTransitions[action].needsReason),
)

/** For texts: "pending or approved". */
export const cancellableByClientText = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  transitions.cancel.from.client,
)
