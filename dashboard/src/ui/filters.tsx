// Filters live in the URL: a link shows another person the same rows.
import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './filters.module.css'
import { dateAt, momentAt, nextDay, startOfDay, wallClockOf } from './format.ts'
import { onlyFilters, type Search } from './url-filters.ts'

export { onlyFilters } from './url-filters.ts'

/** `kept`: names that are no filters, but say whose list it is. */
export function useFilters(kept: readonly string[] = []) {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const go = (next: (search: Search) => Search) =>
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  return {
    search,
    areSet: Object.keys(onlyFilters(search)).some((name) => !kept.includes(name)),
    set: (name: string, value: unknown) =>
      go((search) => ({ ...search, [name]: value === '' ? undefined : value })),
    /** These filters and columns, and no others. */
    show: (next: Search) => go(() => next),
    clear: () => go((search) => Object.fromEntries(['columns', ...kept].map((name) => [name, search[name]]))),
  }
}

export function Filters({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <search aria-label={t`Filters`} className={`${styles['filters']} not-printed`}>
      {children}
    </search>
  )
}

const typingMs = 250

export function TextFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = useFilters()
  const inUrl = String(search[name] ?? '')
  const [text, setText] = useState(inUrl)
  const setSoon = useDebouncedCallback((value: string) => set(name, value), typingMs)
  useEffect(() => setText(inUrl), [inUrl])
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        setSoon(value)
      }}
    />
  )
}

export function ChoiceFilter({
  name,
  label,
  choices,
}: {
  name: string
  label: string
  choices: readonly { value: string; label: string }[]
}) {
  const { search, set } = useFilters()
  const value = search[name]
  return (
    // The browser's own: a list of Mantine is 15 kB more, and no better on a phone.
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label }, ...choices]}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => set(name, parsed(currentTarget.value || null))}
    />
  )
}

/** On: the filter has its value. Off: it is not set. */
export function SwitchFilter({
  name,
  label,
  value = true,
}: {
  name: string
  label: string
  value?: unknown
}) {
  const { search, set } = useFilters()
  return (
    <Checkbox
      size="xs"
      label={label}
      className={styles['switch'] ?? ''}
      checked={search[name] === value}
      onChange={({ currentTarget }) => set(name, currentTarget.checked ? value : undefined)}
    />
  )
}

const parsed = (chosen: string | null) =>
  chosen === 'true' ? true : chosen === 'false' ? false : (chosen ?? undefined)

/**
 * A day. For filters by date and time, `as: 'moment'` sends the instant at which it begins at the warehouse, and
 * `as: 'end'` the one at which it ends.
 */
export function DayFilter({
  name,
  label,
  as = 'date',
  shown = '',
}: {
  name: string
  label: string
  as?: 'date' | 'moment' | 'end'
  /** What applies while the URL has none. */
  shown?: string
}) {
  const { search, set } = useFilters()
  return (
    <TextInput
      type="date"
      label={label}
      className={styles['day']}
      value={dayOf(String(search[name] ?? shown), as)}
      onChange={({ currentTarget: { value } }) => set(name, value && momentOf(value, as))}
    />
  )
}

function momentOf(day: string, as: 'date' | 'moment' | 'end'): string {
  if (as === 'date') return day
  return startOfDay(as === 'end' ? nextDay(day) : day)
}

function dayOf(value: string, as: 'date' | 'moment' | 'end'): string {
  const at = Date.parse(value)
  if (as === 'date' || Number.isNaN(at)) return value.slice(0, 10)
  return dateAt(as === 'end' ? at - 1 : at)
}

/** A date and time of the warehouse's clock, in the past. */
export function MomentFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = useFilters()
  const value = typeof search[name] === 'string' ? search[name] : null
  return (
    <TextInput
      type="datetime-local"
      label={label}
      className={styles['day'] ?? ''}
      max={wallClockOf(Date.now())}
      value={value ? wallClockOf(Date.parse(value)) : ''}
      onChange={({ currentTarget }) =>
        set(name, currentTarget.value ? momentAt(currentTarget.value) : undefined)
      }
    />
  )
}
