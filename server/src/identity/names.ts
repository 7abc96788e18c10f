// The names of clients and keys that do not come from a request, whose input is checked before.
import { normalLine } from '@anden/contract/values'

const maxNameLength = 200

export function checkedName(given: string): string {
  const name = normalLine(given)
  if (name === '' || [...name].length > maxNameLength)
    throw new Error(`the name must have 1 to ${maxNameLength} characters`)
  return name
}
