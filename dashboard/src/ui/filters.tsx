// Filters are part of the URL, so a link shows another person the same rows.
import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './filters.module.css'
import { dateAt, endOfDay, nextDay, startOfDay, today } from './format.ts'
import { filterField } from './keys-of-page.ts'
import { onlyFilters, type Search } from './url-filters.ts'

export { onlyFilters } from './url-filters.ts'

/** `kept` are parameters that select the owner of the list. They do not count as filters. */
export function useFilters(kept: readonly string[] = []) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: (search: Search) => Search) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  return {
    search,
    areSet: Object.keys(onlyFilters(search)).some((name) => !kept.includes(name)),
    set: (name: string, value: unknown) =>
      go((search) => ({ ...search, [name]: value === '' ? undefined : value })),
    /** Replaces all filters and columns. */
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
      ref={filterField}
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
    // A native select: Mantine's is larger (docs/decisions/0014-dashboard.md) and no better on a phone.
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label }, ...choices]}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => set(name, parsed(currentTarget.value || null))}
    />
  )
}

/** Sets the filter to its value, or removes it. */
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
      ref={filterField}
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
 * A day. For filters by date and time, `as: 'moment'` sends the instant at which the day begins at the warehouse, and
 * `as: 'end'` the instant at which it ends.
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
  /** The value that applies if the URL has none. */
  shown?: string
}) {
  const { search, set } = useFilters()
  return (
    <DayInput
      label={label}
      day={dayOf(String(search[name] ?? shown), as)}
      choose={(day) => set(name, day && momentOf(day, as))}
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

/**
 * A past day, for queries about a moment: sends the end of that day at the warehouse. For today, which has not ended,
 * it sends the current time.
 */
export function EndOfDayFilter({ name, label }: { name: string; label: string }) {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const at = Date.parse(String(search[name] ?? ''))
  return (
    <DayInput
      label={label}
      day={Number.isNaN(at) ? '' : dateAt(at)}
      last={{ day: today(), fault: t`That day is still to come` }}
      choose={(day) => set(name, day && endOfDay(day))}
    />
  )
}

type DayInputProps = {
  label: string
  day: string
  choose: (day: string) => void
  /** Later days are rejected with this message. */
  last?: { day: string; fault: string }
}

/** While a year is being typed, the browser reports the years 2, 20 and 202. */
const firstDay = '1900-01-01'
/** While the 20th is being typed, the browser first reports the 2nd. */
const typingDayMs = 500

/** Keeps the typed text until it is a complete date, because the URL updates too late for a native date field. */
function DayInput({ label, day, choose, last }: DayInputProps) {
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  const isLate = last !== undefined && typed > last.day
  const chooseSoon = useDebouncedCallback((value: string, isWhole: boolean) => {
    if (isWhole) choose(value)
  }, typingDayMs)
  return (
    <TextInput
      ref={filterField}
      type="date"
      label={label}
      className={styles['day'] ?? ''}
      value={typed}
      max={last?.day}
      error={isLate ? last.fault : null}
      onChange={({ currentTarget: { value, validity } }) => {
        setTyped(value)
        chooseSoon(
          value,
          value === '' ? !validity.badInput : value >= firstDay && !(last && value > last.day),
        )
      }}
    />
  )
}
