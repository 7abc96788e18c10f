// The values of a state in the audit log as text.
import { formatDate, formatMoment, formatNumber } from '../../ui/format.ts'

/** Ids say nothing to people: what the entry is about has its link, and the API has them all. */
export const isShown = (name: string) => name !== 'id' && !name.endsWith('_id')

export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)
const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const maxLength = 120

type WordsOf = (value: string | boolean) => string | undefined

export function textOfValue(value: unknown, wordsOf: WordsOf): string {
  const written = text(value, wordsOf)
  return written.length > maxLength ? `${written.slice(0, maxLength)}…` : written
}

/** The words of a list are apart, so that a narrow column breaks it between them; of a list of things there is the number. */
function text(value: unknown, wordsOf: WordsOf): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return wordsOf(value) ?? String(value)
  if (typeof value === 'string') {
    if (isMoment(value)) return formatMoment(value)
    return wordsOf(value) ?? (isDate(value) ? formatDate(value) : value)
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return '–'
    const isOfThings = value.some((one) => typeof one === 'object')
    return isOfThings ? formatNumber(value.length) : value.map((one) => text(one, wordsOf)).join(', ')
  }
  const members = Object.values(value as object).filter((one) => one !== null && !isId(one))
  return members.map((one) => text(one, wordsOf)).join(' · ') || '–'
}
