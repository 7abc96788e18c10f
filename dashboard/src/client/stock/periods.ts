/** How far back the history of a product is shown, in days. */
export const periods = [30, 90, 365] as const
export const usualPeriod = 90

export type Period = (typeof periods)[number]

export function periodOf({ days }: Record<string, unknown>): { days?: Period } {
  const period = periods.find((known) => known === Number(days))
  return period && period !== usualPeriod ? { days: period } : {}
}
