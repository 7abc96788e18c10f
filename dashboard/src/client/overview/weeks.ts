import { useLingui } from '@lingui/react/macro'
import { dayAfter, formatDate, formatMonth } from '../../ui/format.ts'

export function useWeekText(): (monday: string) => string {
  const { t } = useLingui()
  return (monday) => t`${formatDate(monday).slice(0, 5)} to ${formatDate(dayAfter(monday, 6))}`
}

/** The name of the month, shown below the first week that begins in it. */
export function monthTick(monday: string, weekBefore: string | undefined): string {
  const month = monday.slice(0, 7)
  if (weekBefore?.slice(0, 7) === month) return ''
  // Omits the first month if the next one begins too soon for both names to fit.
  if (!weekBefore && dayAfter(monday, 14).slice(0, 7) !== month) return ''
  return formatMonth(monday)
}
