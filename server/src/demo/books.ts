// Two books of remitos: one that is exhausted before the middle of the history, and the one in use. Only where egresos have never
// been numbered: a real warehouse that looks at the demo gets no invented CAI.
import { sql } from '../db/sql.ts'
import { enterBook } from '../remitos/books/enter.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { momentOf } from './calendar.ts'
import { ordersPerDay } from './data.ts'
import type { Step } from './history.ts'
import type { DemoSettings } from './settings.ts'

const firstHour = 7
const shareOfFirstBook = 0.3
const daysLeftOfSecondCai = 133
const numbersAhead = 5_000

const unused = sql<{ unused: boolean }>`
  select not exists (select from remito_books) and not exists (select from remito_series) as unused`

export function planBooks(start: string, { today, days, pointOfSale: point_of_sale }: DemoSettings): Step[] {
  const orders = Math.ceil(days * ordersPerDay.reduce((sum, perDay) => sum + perDay, 0))
  const last = Math.ceil(orders * shareOfFirstBook)
  const first = { from: 1, to: last, cai: '50467190123845', cai_expires_on: dayAfter(start, days + 10) }
  const second = {
    from: last + 1,
    to: orders + numbersAhead,
    cai: '51467190347216',
    cai_expires_on: dayAfter(today, daysLeftOfSecondCai),
  }
  let isOurs = false
  return [
    {
      at: momentOf(start, firstHour),
      run: async ({ tx, by, settings }) => {
        isOurs = (await tx.one(unused)).unused
        if (isOurs) await enterBook(tx, by, { point_of_sale, ...first }, settings.today)
      },
    },
    {
      at: momentOf(dayAfter(start, Math.floor(days / 4)), firstHour),
      run: async ({ tx, by, settings }) => {
        if (isOurs) await enterBook(tx, by, { point_of_sale, ...second }, settings.today)
      },
    },
  ]
}
