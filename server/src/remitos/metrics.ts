import { Gauge } from 'prom-client'
import type { Queryable } from '../db/queryable.ts'
import { registry } from '../metrics.ts'
import { leftInBooks } from './books/left.ts'

const daysLeft = new Gauge({
  name: 'anden_remito_cai_days_left',
  help: 'Days until the last CAI of the books of remitos expires; negative once it has; absent without books',
  aggregator: 'first',
  registers: [registry],
})
const numbersLeft = new Gauge({
  name: 'anden_remito_cai_numbers_left',
  help: 'Numbers left in the books of remitos that can be used; absent without books',
  aggregator: 'first',
  registers: [registry],
})
// A gauge without labels starts with 0, which would be read as an expired CAI.
daysLeft.remove()
numbersLeft.remove()

/** Queried at each scrape. */
export async function measureBooks(db: Queryable, today: string): Promise<void> {
  const { days_left, numbers_left } = await leftInBooks(db, today)
  if (days_left !== null) daysLeft.set(days_left)
  if (numbers_left !== null) numbersLeft.set(numbers_left)
}
