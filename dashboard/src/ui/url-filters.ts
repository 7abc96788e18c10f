// The URL parameters of a list. Separate from the filter fields, because every route needs this before its page is
// loaded.
import { faultsOf, type RouteRules, type Schema } from './form/rules.ts'

export type Search = Record<string, unknown>

/** Parameters that are not filters: the columns, and the row that is open beside the list. */
const otherNames = new Set(['columns', 'open'])
const pagingNames = new Set(['limit', 'cursor'])

/** Reads a list's filters from the URL by the contract's rules. Disallowed values are omitted. */
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

/** The filters in the URL, without the other parameters. */
export const onlyFilters = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !otherNames.has(name)))
