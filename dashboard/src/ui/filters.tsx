// Filters live in the URL: a link shows another person the same rows.
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './filters.module.css'
import { faultsOf, type RouteRules, type Schema } from './form/rules.ts'
import { dateAt, momentAt, nextDay, startOfDay, wallClockOf } from './format.ts'

export type Search = Record<string, unknown>

/** Not a filter: how the list is shown, and what is open beside it. */
const otherNames = new Set(['columns', 'open'])
const pagingNames = new Set(['limit', 'cursor'])

/** Reads a list's filters from the URL by the contract's rules; what these do not allow is left out. */
export function filtersOf(rules: RouteRules) {
  const names = Object.keys(rules.query).filter((name) => !pagingNames.has(name))
  return (search: Search): Search => {
    const filters = names.map((name) => [name, valueFor(rules.query[name] ?? {}, search[name])] as const)
    const others = [...otherNames].map((name) => [name, search[name]] as const)
    return Object.fromEntries(
      [...filters, ...others].filter(([, value]) => value !== undefined && value !== ''),
    )
  }
}

function valueFor(schema: Schema, value: unknown): unknown {
  const { type, enum: values } = schema
  if (value === undefined || value === null || typeof value === 'object') return undefined
  if (values && !values.includes(value)) return undefined
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (type === 'integer' || type === 'number')
    return Number.isFinite(Number(value)) ? Number(value) : undefined
  return faultsOf(schema, String(value)).length === 0 ? String(value) : undefined
}

/** The filters of the URL, without what else is in it. */
export const onlyFilters = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !otherNames.has(name)))

export function useFilters() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const go = (next: (search: Search) => Search) =>
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  return {
    search,
    areSet: Object.keys(onlyFilters(search)).length > 0,
    set: (name: string, value: unknown) =>
      go((search) => ({ ...search, [name]: value === '' ? undefined : value })),
    /** These filters and columns, and no others. */
    show: (next: Search) => go(() => next),
    clear: () => go(({ columns }) => ({ columns })),
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
    <Select
      aria-label={label}
      placeholder={label}
      data={[...choices]}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => set(name, parsed(chosen))}
      clearable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
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
}: {
  name: string
  label: string
  as?: 'date' | 'moment' | 'end'
}) {
  const { search, set } = useFilters()
  return (
    <TextInput
      type="date"
      label={label}
      className={styles['day']}
      value={dayOf(String(search[name] ?? ''), as)}
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
