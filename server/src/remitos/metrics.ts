import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import { registry } from '../metrics.ts'
import { type Cai, caiRemainder } from './cai.ts'

const daysLeft = new Gauge({
  name: 'anden_remito_cai_days_left',
  help: 'Days until the CAI of the remitos expires; negative once it has; absent without a CAI',
  aggregator: 'first',
  registers: [registry],
})
const numbersLeft = new Gauge({
  name: 'anden_remito_cai_numbers_left',
  help: 'Remito numbers that the CAI still covers; absent without REMITO_CAI_UP_TO',
  aggregator: 'first',
  registers: [registry],
})
// A gauge without labels starts with 0, which would be read as an expired CAI.
daysLeft.remove()
numbersLeft.remove()

/** Queried at each scrape. */
export async function measureCai(
  { db, remitoCai, remitoPointOfSale }: Pick<Deps, 'db' | 'remitoPointOfSale'> & { remitoCai: Cai | null },
  today: string,
): Promise<void> {
  if (!remitoCai) return
  const { days, numbers } = await caiRemainder(db.quick, remitoCai, remitoPointOfSale, today)
  daysLeft.set(days)
  if (numbers !== null) numbersLeft.set(numbers)
}
