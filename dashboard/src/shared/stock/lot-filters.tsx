import { useLingui } from '@lingui/react/macro'
import { DayFilter, SwitchFilter } from '../../ui/filters.tsx'

/** The filters of lists of lots, for clients and staff. */
export function LotFilters() {
  const { t } = useLingui()
  return (
    <>
      <DayFilter name="expiring_after" label={t`Expires from`} />
      <DayFilter name="expiring_before" label={t`Expires until`} />
      <SwitchFilter name="include_depleted" label={t`Used up ones too`} />
    </>
  )
}
