// The terms to search for, by kind. Terms are stored folded. Document numbers have their own formats, and people type them
// without the leading zeros and letters.
import { maxSearchLength } from '@anden/contract'
import { fold } from '../db/sql.ts'

/** Sorts after every character in the byte order of UTF-8. */
const lastCharacter = '\u{10FFFF}'

/** From `from` up to but excluding `to`: all texts that start with `from`. */
export type PrefixRange = { from: string; to: string }

export type Sought = {
  /** For names, SKUs and lot numbers. */
  name: PrefixRange
  order: PrefixRange
  remito: PrefixRange
}

export function soughtBy(query: string): Sought {
  const folded = [...fold(query.trim())].slice(0, maxSearchLength).join('')
  return {
    name: startingWith(folded),
    order: startingWith(orderPrefix(folded)),
    remito: startingWith(remitoPrefix(folded)),
  }
}

/** `42` and `ped 42` are PED-000042; `0004` is the beginning of PED-000400 to PED-000499. */
function orderPrefix(folded: string): string {
  const digits = /^(?:ped)?[\s-]*(\d+)$/.exec(folded)?.[1]
  if (digits === undefined) return folded.toUpperCase()
  return `PED-${digits.startsWith('0') ? digits : digits.padStart(6, '0')}`
}

/** `1234` is the number after the hyphen; `3-0000` the beginning of `R 00003-0000…`. */
function remitoPrefix(folded: string): string {
  if (/^\d+$/.test(folded)) return folded.replace(/^0+(?=.)/, '')
  const parts = /^([rx])?\s*(\d{1,5})\s*-\s*(\d{0,8})$/.exec(folded)
  if (!parts) return folded
  return `${parts[1] ?? 'r'} ${parts[2]?.padStart(5, '0')}-${parts[3]}`
}

const startingWith = (from: string): PrefixRange => ({ from, to: from + lastCharacter })
