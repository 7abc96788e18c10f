// Filters are part of the URL, so a link shows another person the same rows.
import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import styles from './filters.module.css'
import { useFaultText } from './form/fault-texts.ts'
import type { RouteRules } from './form/rules.ts'
import { dateAt, endOfDay, nextDay, realToday, startOfDay } from './format.ts'
import { filterField } from './keys-of-page.ts'
import { onlyFilters, readFilters, type Search } from './url-filters.ts'

export { onlyFilters } from './url-filters.ts'

/**
 * The filters that the list can have. What the URL has beyond them is said at the field (`useFilterField`), not asked for.
 * `kept` are parameters that select the owner of the list. They do not count as filters.
 */
export function useFilters(kept: readonly string[] = []) {
  const { inUrl, valid, rules } = useReadFilters()
  const others = Object.fromEntries(Object.entries(inUrl).filter(([name]) => !(name in onlyFilters(inUrl))))
  const search: Search = rules ? { ...valid, ...others } : inUrl
  const navigate = useNavigate()
  const go = (next: (search: Search) => Search) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  return {
    search,
    areSet: Object.keys(onlyFilters(inUrl)).some((name) => !kept.includes(name)),
    set: (name: string, value: unknown) =>
      go((search) => ({ ...search, [name]: value === '' ? undefined : value })),
    /** Replaces all filters and columns. */
    show: (next: Search) => go(() => next),
    clear: () => go((search) => Object.fromEntries(['columns', ...kept].map((name) => [name, search[name]]))),
  }
}

/** By the rules of the route; without rules, everything in the URL is valid. */
function useReadFilters() {
  const inUrl: Search = useSearch({ strict: false })
  const { routesById } = useRouter()
  const routeId = useMatches().at(-1)?.routeId
  const rules = useMemo(() => rulesOf(Object(routesById)[routeId ?? '']), [routesById, routeId])
  return useMemo(
    () => ({ inUrl, rules, ...(rules ? readFilters(rules, inUrl) : { valid: inUrl, faults: {} }) }),
    [inUrl, rules],
  )
}

/** Those that `listFiltersOf` has given to the route. */
const rulesOf = (route: { options?: { validateSearch?: { rules?: RouteRules } } } | undefined) =>
  route?.options?.validateSearch?.rules ?? null

/** What the URL has for a field, and what is wrong with it; null: nothing. */
export function useFilterField(name: string): { given: string; fault: string | null } {
  const { inUrl, faults } = useReadFilters()
  const textOf = useFaultText()
  const { t } = useLingui()
  const fault = faults[name]
  const text = fault?.code === 'from_after_to' ? t`“From” is after “Until”` : fault && textOf(fault)
  return { given: String(inUrl[name] ?? ''), fault: text ?? null }
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

/** `isRare`: the field is shown only if the URL has a value for it, as that of a link. */
export function TextFilter({ name, label, isRare }: { name: string; label: string; isRare?: boolean }) {
  const { set } = useFilters()
  const { given, fault } = useFilterField(name)
  const [text, setText] = useState(given)
  const setSoon = useDebouncedCallback((value: string) => set(name, value), typingMs)
  useEffect(() => setText(given), [given])
  if (isRare && given === '' && text === '') return null
  return (
    <TextInput
      ref={filterField}
      aria-label={label}
      placeholder={label}
      value={text}
      error={fault}
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
  const { fault } = useFilterField(name)
  const value = search[name]
  return (
    // A native select: Mantine's is larger (docs/decisions/0014-dashboard.md) and no better on a phone.
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label }, ...choices]}
      value={value === undefined ? '' : String(value)}
      error={fault}
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
  const { fault } = useFilterField(name)
  return (
    <Checkbox
      ref={filterField}
      size="xs"
      label={label}
      className={styles['switch'] ?? ''}
      checked={search[name] === value}
      error={fault}
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
  const { set } = useFilters()
  const { given, fault } = useFilterField(name)
  return (
    <DayInput
      label={label}
      day={dayOf(given || shown, as)}
      fault={fault}
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
  // A date field is empty with a text that is none.
  if (as === 'date' || Number.isNaN(at)) return value.slice(0, 10)
  return dateAt(as === 'end' ? at - 1 : at)
}

/**
 * A past day, for queries about a moment: sends the end of that day at the warehouse. For today, which has not ended,
 * it sends the current time.
 */
export function EndOfDayFilter({ name, label }: { name: string; label: string }) {
  const { t } = useLingui()
  const { set } = useFilters()
  const { given, fault } = useFilterField(name)
  const at = Date.parse(given)
  return (
    <DayInput
      label={label}
      day={Number.isNaN(at) ? '' : dateAt(at)}
      last={{ day: realToday(), fault: t`That day is still to come` }}
      fault={fault}
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
  fault: string | null
}

/** While a year is being typed, the browser reports the years 2, 20 and 202. */
const firstDay = '1900-01-01'
/** While the 20th is being typed, the browser first reports the 2nd. */
const typingDayMs = 500

/** Keeps the typed text until it is a complete date, because the URL updates too late for a native date field. */
function DayInput({ label, day, choose, last, fault }: DayInputProps) {
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
      error={isLate ? last.fault : fault}
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
