// What can be done with an inbound notice: in which statuses, and by whom. The service, the dashboard and the API description
// take it from this table.

export const inboundStatuses = [
  'announced',
  'arrived',
  'receiving',
  'received',
  'received_with_differences',
  'cancelled',
] as const
type Status = (typeof inboundStatuses)[number]

/** Notices whose goods are still expected, or are being received. */
export const openInboundStatuses = ['announced', 'arrived', 'receiving'] as const satisfies readonly Status[]

/** By action of the staff. Where a status allows several, the usual one is first. */
export const inboundTransitions = {
  arrive: ['announced'],
  receive: ['arrived', 'receiving'],
  close: ['receiving'],
  cancel: ['announced', 'arrived'],
} as const satisfies Record<string, readonly Status[]>

export type InboundAction = keyof typeof inboundTransitions
export const inboundActions = Object.keys(inboundTransitions) as InboundAction[]

/** A status that is not known allows nothing. */
export const inboundActionsIn = (status: string): InboundAction[] =>
  inboundActions.filter((action) => inboundTransitions[action].some((from) => from === status))

/** The client can change and cancel its notice until the goods are there. */
export const isChangeableByClient = (status: string): boolean => status === 'announced'

export const inboundDifferenceReasons = ['missing', 'damaged', 'surplus', 'other_lot'] as const
export type InboundDifferenceReason = (typeof inboundDifferenceReasons)[number]

/** Goods that are missing or damaged are fewer than announced, a surplus is more; another lot can be either. */
export const explainsDifference = (reason: InboundDifferenceReason, difference: number): boolean =>
  reason === 'other_lot' || (reason === 'surplus') === difference > 0
