import { msg } from '@lingui/core/macro'
import { markOld, one, rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { addProblemTexts } from '../../ui/problem-texts.ts'

export const staffReturnList = (filters: Record<string, unknown>) =>
  rows(['remitos', 'staff', 'returns'], backoffice.returns.list, filters, {
    read: backoffice.returns.export,
    hasLines: true,
  })

const shownOnToday = 6

export const returnsToCome = one(['remitos', 'staff', 'returns', 'to come'], (options) =>
  backoffice.returns.list({ status: 'expected', limit: shownOnToday }, options),
)

export const staffReturnById = (id: string) =>
  one(['remitos', 'staff', 'returns', id], (options) => backoffice.returns.get(id, {}, options))

export const returnableOf = (orderId: string) =>
  one(['remitos', 'returnable', orderId], (options) => backoffice.orders.returnable.get(orderId, {}, options))

/** Goods that come back change the stock, and the figures of today, which are read with the orders. */
export function markReturnsOld(): void {
  for (const topic of ['remitos', 'stock', 'orders']) markOld(topic)
}

addProblemTexts({
  'returns/not-found': [msg`There is no such return`, msg`The link may be mistyped.`],
  'returns/order-not-delivered': [
    msg`The order is not delivered`,
    msg`Only goods of a delivered order come back.`,
  ],
  'returns/invalid-transition': [
    msg`Somebody else was faster`,
    msg`The return was received or closed meanwhile. The page shows it as it is now.`,
  ],
})
