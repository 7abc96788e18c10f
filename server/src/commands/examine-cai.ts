// The check of `doctor` for the CAI of the remitos. A CAI that runs out is a warning, not a failure: the service starts, and
// egresos are still issued, without a CAI.
import type { Config } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { type CaiRemainder, caiRemainder, configuredCai, daysLeft, runsOut } from '../remitos/cai.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'

/** `db` is null while there is no database with the numbers of remitos: then only the expiry date is examined. */
export async function examineCai(config: Config, db: Queryable | null) {
  const cai = configuredCai(config)
  if (!cai) return { warning: false, detail: 'no CAI is set: they are printed without one' }
  const today = warehouseDay(Date.now, config.timeZone)()
  const left = db
    ? await caiRemainder(db, cai, config.remitoPointOfSale, today)
    : { days: daysLeft(cai, today), numbers: null }
  const warning = runsOut(left)
  const advice = warning ? '; request a new CAI and set REMITO_CAI, _EXPIRES_ON and _UP_TO' : ''
  return { warning, detail: remainderText(cai.expiresOn, left) + advice }
}

function remainderText(expiresOn: string, { days, numbers }: CaiRemainder): string {
  const date = `${days < 0 ? 'expired on' : 'is valid until'} ${expiresOn}`
  const left = [
    ...(days < 0 ? [] : [days === 1 ? '1 day' : `${days} days`]),
    ...(numbers === null ? [] : [numbers === 1 ? '1 number' : `${numbers} numbers`]),
  ]
  return `the CAI ${date}${left.length > 0 ? `, with ${left.join(' and ')} left` : ''}`
}
