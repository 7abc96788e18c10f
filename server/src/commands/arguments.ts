import { uuidPattern } from '@anden/contract/values'
import { InvalidArgumentError } from 'commander'
import { wholeNumber } from '../config/parsers.ts'

const isUuid = new RegExp(`^${uuidPattern}$`, 'i')

export function idArgument(text: string): string {
  if (!isUuid.test(text)) throw new InvalidArgumentError('it must be a UUID')
  return text.toLowerCase()
}

export function integerArgument(min: number, max: number) {
  return (text: string): number => {
    const value = wholeNumber(text, min, max)
    if (value === null) throw new InvalidArgumentError(`it must be a whole number from ${min} to ${max}`)
    return value
  }
}

export function scopeList(known: readonly string[]) {
  return (text: string): string[] => {
    const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))]
    const unknown = scopes.filter((scope) => !known.includes(scope))
    if (unknown.length > 0) {
      throw new InvalidArgumentError(
        `unknown scope ${unknown.join(', ')}; the scopes are ${known.join(', ')}`,
      )
    }
    return scopes
  }
}
