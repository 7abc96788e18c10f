// What a return can be, and what can be done with it. The service, the dashboard and the API description take it from here.

export const returnStatuses = ['expected', 'received', 'closed'] as const

export const returnActions = ['receive', 'close'] as const
export type ReturnAction = (typeof returnActions)[number]

/** Goods come once: what did not come then can be in another return. */
export const returnActionsIn = (status: string): readonly ReturnAction[] =>
  status === 'expected' ? returnActions : []

export const returnReasons = ['damaged', 'refused', 'wrong_goods', 'other'] as const

export const returnDispositions = ['restock', 'hold', 'write_off'] as const
