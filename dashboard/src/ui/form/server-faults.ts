// The service reports faults of a body in English. Its common wordings are stable, so they can be mapped to translated
// texts.
import type { Fault, FaultKind } from './rules.ts'

const wordings: [RegExp, FaultKind][] = [
  [/^is required\b/, 'missing'],
  [/^must not be (?:empty|blank)$/, 'missing'],
  [/^must have at least (\d+) characters$/, 'too-short'],
  [/^must have at most (\d+) characters$/, 'too-long'],
  [/^must have at most (\d+) decimals$/, 'too-many-decimals'],
  [/^must have at least (\d+)$/, 'too-few'],
  [/^must have at most (\d+)$/, 'too-many'],
  [/^must be greater than (-?[\d.]+)$/, 'too-small'],
  [/^must be at least (-?[\d.]+)$/, 'below'],
  [/^must be at most (-?[\d.]+)$/, 'too-large'],
  [/^must be a whole number/, 'not-whole'],
  [/^must be a number/, 'not-a-number'],
  [/^must be an e-mail address/, 'not-an-email'],
  [/^must be a date/, 'not-a-date'],
  [/^must be a CUIT/, 'not-a-cuit'],
  [/^must be a GTIN/, 'not-a-gtin'],
  [/^must be a letter \(R or X/, 'not-a-remito-number'],
  [/^must be in the future/, 'past'],
  [/^must not be in the future/, 'future'],
  [/^must not have the same item twice$/, 'repeated'],
  [/^must be a name on one line, without an address/, 'not-a-person'],
  [/^is not (?:one of your|a known|a product of|a lot of)/, 'unknown'],
  [/^is archived$/, 'archived'],
]

/** null if the wording is unknown. It is then shown as it is. */
export function faultOfDetail(pointer: string, detail: string): Fault | null {
  for (const [pattern, fault] of wordings) {
    const [found, limit] = pattern.exec(detail) ?? []
    if (found) return { pointer, fault, ...(limit === undefined ? {} : { limit: Number(limit) }) }
  }
  return null
}
