import { formatFault, formatNames } from '@anden/contract/validation'

/** The formats of the contract for Ajv, with which the tests check responses and the service's own checks. */
export const formats: Record<string, (text: string) => boolean> = {
  ...Object.fromEntries(formatNames.map((name) => [name, (text) => formatFault(name, text) === null])),
  uri: (text) => URL.canParse(text),
}
