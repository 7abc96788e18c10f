// The service reports faults of a file in English. Its wordings are stable, so they can be mapped to translated texts.

/** The fault of a line, and the values that its text mentions. */
export type LineFaultKind =
  | 'too-many-fields'
  | 'too-few-fields'
  | 'too-long'
  | 'empty'
  | 'line-break'
  | 'not-a-number'
  | 'negative'
  | 'too-many-decimals'
  | 'too-large'
  | 'day-first'
  | 'not-a-date'
  | 'no-such-day'
  | 'not-a-year'
  | 'unknown-unit'
  | 'unknown-sku'
  | 'archived'
  | 'other-unit'
  | 'fraction'
  | 'same-lot'
  | 'unknown-column'
  | 'unnamed-column'
  | 'column-twice'
  | 'column-missing'
  | 'no-header'
  | 'no-lines'
  | 'line-too-long'
  | 'not-utf8'
  | 'too-many-lines'
  | 'open-quote'
  | 'misplaced-quote'

const wordings: readonly [RegExp, LineFaultKind][] = [
  [/^has (\d+) fields where the header has (\d+): /, 'too-many-fields'],
  [/^has (\d+) fields where the header has (\d+)$/, 'too-few-fields'],
  [/^must have at most (\d+) characters$/, 'too-long'],
  [/^must not be empty$/, 'empty'],
  [/^must not contain a line break$/, 'line-break'],
  [/^must be a number such as/, 'not-a-number'],
  [/^must be at least 0$/, 'negative'],
  [/^must have at most (\d+) decimals$/, 'too-many-decimals'],
  [/^must be at most \d+$/, 'too-large'],
  [/^takes the product to a trillion/, 'too-large'],
  [/, year first, such as/, 'day-first'],
  [/^must be a date/, 'not-a-date'],
  [/^is not a day: (\S+) does not exist$/, 'no-such-day'],
  [/^must be a year from (\d+) to (\d+)$/, 'not-a-year'],
  [/^must be one of (.+)$/, 'unknown-unit'],
  [/^is not a product of this client/, 'unknown-sku'],
  [/^is archived$/, 'archived'],
  [/^differs from the product's, which is counted by (\w+)$/, 'other-unit'],
  [/^must be a whole number/, 'fraction'],
  [/^is the same lot as on line (\d+)$/, 'same-lot'],
  [/^is not a known column/, 'unknown-column'],
  [/^column (\d+) has no name/, 'unnamed-column'],
  [/^is there more than once$/, 'column-twice'],
  [/^is missing in the header$/, 'column-missing'],
  [/^is missing: a file starts with a header/, 'no-header'],
  [/^is a header, and no line follows it$/, 'no-lines'],
  [/^is longer than (\d+) KiB$/, 'line-too-long'],
  [/^is not UTF-8/, 'not-utf8'],
  [/^is one too many: a file may have (\d+) lines/, 'too-many-lines'],
  [/^opens a quote that is not closed$/, 'open-quote'],
  [/^has a quote in the wrong place/, 'misplaced-quote'],
]

/** null if the wording is unknown. It is then shown as it is. */
export function lineFaultOf(detail: string): { kind: LineFaultKind; values: readonly string[] } | null {
  for (const [pattern, kind] of wordings) {
    const [found, ...values] = pattern.exec(detail) ?? []
    if (found !== undefined) return { kind, values }
  }
  return null
}
