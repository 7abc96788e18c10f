// Content negotiation of lists (RFC 9110, 12.5): JSON or CSV by `Accept`, and the notation of the CSV by
// `Accept-Language`. The higher quality value wins, then the more specific range, then the one that is listed first. CSV
// is only sent to clients that name it; all others get JSON.
import type { FastifyReply } from 'fastify'
import type { CsvDialect } from './table.ts'

const english: CsvDialect = { separator: ',', decimalMark: '.' }
const spanish: CsvDialect = { separator: ';', decimalMark: ',' }

/** The path of a list as CSV, for clients that cannot choose by `Accept`: `/stock/lots.csv`. */
export const csvPath = (path: string) => `${path}.csv`

export function wantsCsv(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('text/')) return false
  const ranges = rangesIn(accept)
  const csv = preference(ranges, ['text/csv', 'text/*', '*/*'])
  const json = preference(ranges, ['application/json', 'application/*', '*/*'])
  return csv !== null && isPreferred(csv, json)
}

/** The notation that programs read, or the one of Spanish spreadsheets for clients that prefer Spanish to English. */
export function dialectFor(acceptLanguage: string | undefined): CsvDialect {
  if (acceptLanguage === undefined) return english
  const ranges = rangesIn(acceptLanguage).map(({ name, ...rest }) => ({ name: primary(name), ...rest }))
  const es = preference(ranges, ['es', '*'])
  return es !== null && isPreferred(es, preference(ranges, ['en', '*'])) ? spanish : english
}

const primary = (language: string) => language.replace(/-.*/, '')

type AcceptedRange = { name: string; quality: number; index: number }
type Preference = { quality: number; generality: number; index: number }

/** Parameters other than the quality are ignored: `text/csv; charset=utf-8` accepts what we send. */
function rangesIn(header: string): AcceptedRange[] {
  return header.split(',').map((range, index) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))
    return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0, index }
  })
}

/** The range that applies is the most specific one, even if a wider range has a higher quality value. */
function preference(ranges: readonly AcceptedRange[], names: readonly string[]): Preference | null {
  for (const [generality, name] of names.entries()) {
    const [best] = ranges
      .filter((range) => range.name === name)
      .sort((a, b) => b.quality - a.quality || a.index - b.index)
    if (best) return best.quality > 0 ? { quality: best.quality, generality, index: best.index } : null
  }
  return null
}

function isPreferred(one: Preference, other: Preference | null): boolean {
  if (other === null) return true
  const difference =
    other.quality - one.quality || one.generality - other.generality || one.index - other.index
  return difference < 0
}

/** Appends to the header, because CORS adds its own value. */
export function varyByAccept(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, Accept, Accept-Language` : 'Accept, Accept-Language')
}
