// The URL parameters of a list. Separate from the filter fields, because every route needs this before its page is
// loaded.
import type { FieldFault } from '@anden/contract'
import { faultsOf, type RouteRules, type Schema } from './form/rules.ts'

export type Search = Record<string, unknown>
type Fault = Pick<FieldFault, 'code' | 'params'>

/** Parameters that are not filters: the columns, and the row that is open beside the list. */
const otherNames = new Set(['columns', 'open'])
const pagingNames = new Set(['limit', 'cursor'])
/** The ends of ranges: the first must not be after the second. */
const ranges = [
  ['from', 'to'],
  ['expiring_after', 'expiring_before'],
] as const

const namesOf = (rules: RouteRules) => Object.keys(rules.query).filter((name) => !pagingNames.has(name))

/** For a route without filter fields: disallowed values are omitted. */
export const filtersOf = (rules: RouteRules) => (search: Search) => ({
  ...readFilters(rules, search).valid,
  ...othersIn(search),
})

/** For the route of a list: a disallowed value stays in the URL, so that its field can say what is wrong with it. */
export function listFiltersOf(rules: RouteRules) {
  const validate = (search: Search): Search => {
    const given = namesOf(rules).map((name) => [name, search[name]] as const)
    return { ...Object.fromEntries(given.filter(([, value]) => isGiven(value))), ...othersIn(search) }
  }
  return Object.assign(validate, { rules })
}

export type FilterFaults = { readonly [name: string]: Fault }

/** Reads a list's filters by the contract's rules: those that the list can have, and what is wrong with the others. */
export function readFilters(rules: RouteRules, search: Search): { valid: Search; faults: FilterFaults } {
  const valid: Search = {}
  const faults: Record<string, Fault> = {}
  for (const name of namesOf(rules)) {
    const value = search[name]
    if (!isGiven(value)) continue
    const read = readValue(rules.query[name] ?? {}, value)
    if ('fault' in read) faults[name] = read.fault
    else valid[name] = read.value
  }
  for (const [start, end] of ranges) {
    if (Date.parse(String(valid[start])) <= Date.parse(String(valid[end])) || !valid[start] || !valid[end])
      continue
    faults[start] = { code: 'from_after_to', params: {} }
    delete valid[start]
  }
  if (Date.parse(String(valid['at'])) > Date.now()) {
    faults['at'] = { code: 'in_future', params: {} }
    delete valid['at']
  }
  return { valid, faults }
}

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && typeof value !== 'object'

function readValue(schema: Schema, value: unknown): { value: unknown } | { fault: Fault } {
  const isText = schema.type !== 'boolean' && schema.type !== 'integer' && schema.type !== 'number'
  // Digits in a URL are read as a number.
  const read = isText ? String(value) : value
  // Several values of a filter are separated by commas, as the service reads them.
  const [fault] = faultsOf(schema, schema.type === 'array' ? String(read).split(',') : read)
  return fault ? { fault } : { value: read }
}

const othersIn = (search: Search): Search =>
  Object.fromEntries(
    [...otherNames]
      .map((name) => [name, search[name]])
      .filter(([, value]) => value !== undefined && value !== ''),
  )

/** The filters in the URL, without the other parameters. */
export const onlyFilters = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !otherNames.has(name)))
