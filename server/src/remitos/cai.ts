// The CAI, the tax authority's authorisation to print remitos. It has an expiry date and a last number. An egreso beyond
// either is still issued, because the goods are leaving, but without a CAI; the staff is warned before that.
import type { Config } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { lastEgresoNumber } from './queries.ts'

const warnWithinDays = 15
const warnWithinNumbers = 100

export type Cai = { number: string; expiresOn: string; upTo: number | null }

export function configuredCai({ remitoCai: { number, expiresOn, upTo } }: Config): Cai | null {
  return number !== null && expiresOn !== null ? { number, expiresOn, upTo } : null
}

/** Whether the CAI is valid for an egreso with this number, issued on this day. */
export const covers = ({ expiresOn, upTo }: Cai, sequence: number, day: string): boolean =>
  day <= expiresOn && (upTo === null || sequence <= upTo)

/** What is left of a CAI. Days are negative after its expiry; numbers are null if no last number is configured. */
export type CaiRemainder = { days: number; numbers: number | null }

export const daysLeft = ({ expiresOn }: Cai, today: string): number =>
  (Date.parse(expiresOn) - Date.parse(today)) / 86_400_000

export async function caiRemainder(
  db: Queryable,
  cai: Cai,
  pointOfSale: number,
  today: string,
): Promise<CaiRemainder> {
  const days = daysLeft(cai, today)
  const { upTo } = cai
  if (upTo === null) return { days, numbers: null }
  const last = (await db.maybeOne(lastEgresoNumber(pointOfSale)))?.last_number ?? 0
  return { days, numbers: Math.max(0, upTo - last) }
}

/** Whether the staff should request a new CAI. */
export const runsOut = ({ days, numbers }: CaiRemainder): boolean =>
  days <= warnWithinDays || (numbers !== null && numbers <= warnWithinNumbers)
