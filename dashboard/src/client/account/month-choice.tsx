import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatLongMonth } from '../../ui/format.ts'
import styles from './account.module.css'

/** `months` are ordered from the oldest to the newest. */
export function MonthChoice({ month, months }: { month: string; months: readonly string[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const show = (next: string | undefined) =>
    void navigate({ to: '/account', search: next ? { month: next } : {}, replace: true, resetScroll: false })
  const place = months.indexOf(month)
  const step = (by: number, label: string, Icon: typeof ChevronLeft) => {
    const target = place === -1 ? undefined : months[place + by]
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        disabled={!target}
        onClick={() => show(target)}
      >
        <Icon size={16} />
      </ActionIcon>
    )
  }
  return (
    <div className={`${styles['months']} not-printed`}>
      {step(-1, t`Previous month`, ChevronLeft)}
      <Select
        aria-label={t`Month`}
        data={months.toReversed().map((value) => ({ value, label: formatLongMonth(value) }))}
        value={month}
        onChange={(chosen) => show(chosen ?? undefined)}
      />
      {step(1, t`Next month`, ChevronRight)}
    </div>
  )
}
