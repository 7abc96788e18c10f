// What a URL may say about a list. Apart from the fields of filters, because every route needs this before its page loads.
import { faultsOf, type RouteRules, type Schema } from './form/rules.ts'

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
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  return faultsOf(schema, String(value)).length === 0 ? String(value) : undefined
}

/** The filters of the URL, without what else is in it. */
export const onlyFilters = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !otherNames.has(name)))
