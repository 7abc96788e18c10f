// What is wrong with the values of a form or a URL, by the rules of the contract for one route. They are checked by the code
// with which the service checks them; the service has the last word, this only says it earlier, at the field.
import type { FieldFault } from '@anden/contract'
import { type Check, compileCheck, type InputSchema, normalInput } from '@anden/contract/validation'

export type Schema = InputSchema
export type RouteRules = { body: Schema; query: Record<string, Schema> }

const checks = new WeakMap<Schema, Check>()

export function faultsOf(schema: Schema, value: unknown): FieldFault[] {
  // A route without a body has no rules for one.
  if (schema.type === undefined || isEmpty(value)) return []
  const faults: FieldFault[] = []
  checkOf(schema)(withoutEmptyMembers(value), '', faults)
  // What a form knows beside the body is not sent.
  return faults.filter(({ code }) => code !== 'unknown_member')
}

function checkOf(schema: Schema): Check {
  const known = checks.get(schema)
  if (known) return known
  const check = compileCheck(schema)
  const normal = normalInput(schema)
  const made: Check = (value, pointer, faults) => check(normal(value), pointer, faults)
  checks.set(schema, made)
  return made
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** A field that was left empty is missing where it is required, and nothing where it is not. */
function withoutEmptyMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEmptyMembers(member)]))
}
