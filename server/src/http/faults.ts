// Each fault of an input in words that say what to change.
import { type FieldError, notBlank } from '@anden/contract'
import type { ErrorObject } from 'ajv'
import { formatHints } from './formats.ts'

export const decimalsOf = (step: number) => Math.round(-Math.log10(step))

/** A name as a part of a JSON Pointer. */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export function faultOf(error: ErrorObject, allowed?: string[]): FieldError {
  const { instancePath, keyword, params } = error
  switch (keyword) {
    case 'additionalProperties': {
      const known = allowed ? `: this list knows ${allowed.join(', ') || 'none'}` : ''
      return {
        pointer: `${instancePath}/${escaped(params['additionalProperty'])}`,
        detail: allowed ? `is not a parameter here${known}` : 'is not a known member',
      }
    }
    case 'required':
      return { pointer: `${instancePath}/${escaped(params['missingProperty'])}`, detail: 'is required' }
    case 'enum':
      return {
        pointer: instancePath,
        detail: `must be one of ${params['allowedValues'].filter((one: unknown) => one !== null).join(', ')}`,
      }
    case 'format':
      return { pointer: instancePath, detail: formatHints[params['format']] ?? error.message ?? '' }
    case 'type':
      return { pointer: instancePath, detail: typeHint(params['type']) }
    case 'minLength':
      return {
        pointer: instancePath,
        detail: params['limit'] === 1 ? 'must not be empty' : (error.message ?? ''),
      }
    case 'exclusiveMinimum':
      return { pointer: instancePath, detail: `must be greater than ${params['limit']}` }
    case 'minimum':
      return { pointer: instancePath, detail: `must be at least ${params['limit']}` }
    case 'maximum':
      return { pointer: instancePath, detail: `must be at most ${params['limit']}` }
    case 'multipleOf':
      return {
        pointer: instancePath,
        detail: `must have at most ${decimalsOf(Number(error.schema))} decimals`,
      }
    case 'not':
      return { pointer: instancePath, detail: 'must not be 0' }
    case 'pattern':
      return {
        pointer: instancePath,
        detail: params['pattern'] === notBlank ? 'must not be blank' : 'must not start or end with a blank',
      }
    case 'minItems':
      return { pointer: instancePath, detail: `must have at least ${params['limit']}` }
    case 'maxItems':
      return { pointer: instancePath, detail: `must have at most ${params['limit']}` }
    default:
      return { pointer: instancePath, detail: error.message ?? 'is not valid' }
  }
}

function typeHint(type: string | string[]): string {
  const hints: Record<string, string> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    string: 'a string',
    array: 'an array',
    object: 'an object',
    null: 'null',
  }
  return `must be ${[type]
    .flat()
    .map((one) => hints[one] ?? one)
    .join(' or ')}`
}

export function summary(what: string, faults: FieldError[]): string {
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, see "errors")` : ''
  return first
    ? `The ${what} cannot be accepted: ${first.pointer || 'the value'} ${first.detail}${more}.`
    : ''
}
