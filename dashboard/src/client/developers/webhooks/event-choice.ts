// What an endpoint subscribes to, as it is chosen: types one by one, a whole family (`order.*`), or everything (`*`). A
// family and everything include the types that are added later, so only a click on them chooses them.
import { eventTypesOf, typesByFamily } from '@anden/contract/values'

/** Takes a type in or out. What a pattern stood for is then named, as far as it is still chosen. */
export function withType(patterns: readonly string[], type: string, isOn: boolean): string[] {
  const chosen: readonly string[] = eventTypesOf(patterns)
  return typesByFamily.flatMap(({ name, types }) => {
    if (!type.startsWith(`${name}.`)) return ofFamily(patterns, name, types)
    return types.filter((one) => (one === type ? isOn : chosen.includes(one)))
  })
}

export const withFamily = (patterns: readonly string[], family: string, isOn: boolean): string[] =>
  typesByFamily.flatMap(({ name, types }) =>
    name === family ? (isOn ? [`${name}.*`] : []) : ofFamily(patterns, name, types),
  )

export const hasFamily = (patterns: readonly string[], family: string) =>
  patterns.includes('*') || patterns.includes(`${family}.*`)

const ofFamily = (patterns: readonly string[], name: string, types: readonly string[]) =>
  hasFamily(patterns, name) ? [`${name}.*`] : types.filter((type) => patterns.includes(type))
