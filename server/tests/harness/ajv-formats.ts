import { formatFault, formatNames } from '../../src/http/input/formats.ts'

/** The formats of the contract for Ajv, which the tests hold answers and the service's own checks against. */
export const formats: Record<string, (text: string) => boolean> = {
  ...Object.fromEntries(formatNames.map((name) => [name, (text) => formatFault(name, text) === null])),
  uri: (text) => URL.canParse(text),
}
