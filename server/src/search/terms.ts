// The terms to search for, by kind. Terms are stored folded. Document numbers have their own formats, and people type them
// without the leading zeros and letters.

import { maxSearchLength } from '@anden/contract/values'
import { fold } from '../db/sql.ts'

/** Sorts after every character in the byte order of UTF-8. */
const lastCharacter = '\u{10FFFF}'

/** From `from` up to but excluding `to`: all texts that start with `from`. */
export type PrefixRange = { from: string; to: string }

export type Sought = {
  /** For names, SKUs, bar codes and lot numbers. */
  name: PrefixRange
  /** For names and tax ids of recipients and clients. */
  party: PrefixRange
  order: PrefixRange
  notice: PrefixRange
  returned: PrefixRange
  /** The client's own references of orders and notices, in lower case. */
  reference: PrefixRange
  remito: PrefixRange
  /** For numbers of trips, names of drivers and plates. */
  trip: PrefixRange
}

export function soughtBy(query: string): Sought {
  const folded = [...fold(query.trim())].slice(0, maxSearchLength).join('')
  return {
    name: startingWith(folded),
    party: startingWith(taxIdPrefix(folded)),
    order: startingWith(numberPrefix(folded, 'PED')),
    notice: startingWith(numberPrefix(folded, 'AVI')),
    returned: startingWith(numberPrefix(folded, 'DEV')),
    reference: startingWith(query.trim().toLowerCase().slice(0, maxSearchLength)),
    remito: startingWith(remitoPrefix(folded)),
    trip: startingWith(tripPrefix(folded)),
  }
}

/** `30-70777077` is the beginning of a CUIT, and `20.123.456` of a DNI: both are stored as digits. */
function taxIdPrefix(folded: string): string {
  const isTaxId = /^\d{2}-\d{3,8}(-\d?)?$|^\d{1,2}(\.\d{3}){1,2}$/.test(folded)
  return isTaxId ? folded.replace(/\D/g, '') : folded
}

/** `42` and `ped 42` are PED-000042; `0004` is the beginning of PED-000400 to PED-000499. Notices and returns alike. */
function numberPrefix(folded: string, letters: 'PED' | 'AVI' | 'DEV'): string {
  const [, written = '', digits] = /^([a-z]{0,3})[\s-]*(\d+)$/.exec(folded) ?? []
  if (digits === undefined || !letters.startsWith(written.toUpperCase())) return folded.toUpperCase()
  return `${letters}-${digits.startsWith('0') ? digits : digits.padStart(6, '0')}`
}

/**
 * `1234` and `R 1234` are the number after the hyphen, `1-1234` is `R 00001-00001234`; with a leading zero it is the beginning of one:
 * `3-0000` of `R 00003-0000…`, and `R 0003` of the point of sale.
 */
function remitoPrefix(folded: string): string {
  if (/^\d+$/.test(folded)) return folded.replace(/^0+(?=.)/, '')
  const [, alone] = /^[rx][\s-]*([1-9]\d*)$/.exec(folded) ?? []
  if (alone !== undefined) return alone
  const [, letter = 'r', point, number] = /^([rx])?[\s-]*(\d{1,5})(?:\s*-\s*(\d{0,8}))?$/.exec(folded) ?? []
  if (point === undefined) return folded
  if (number === undefined) return `${letter} ${/^0*[1-9]/.test(point) ? point.padStart(5, '0') : point}`
  return `${letter} ${point.padStart(5, '0')}-${/^[1-9]/.test(number) ? number.padStart(8, '0') : number}`
}

/** `42` and `via 42` are VIA-000042, and `ab 123 cd` is the plate AB123CD. */
function tripPrefix(folded: string): string {
  const digits = /^(?:v(?:ia?)?)?[\s-]*(\d+)$/.exec(folded)?.[1]
  if (digits !== undefined) return `via-${digits.startsWith('0') ? digits : digits.padStart(6, '0')}`
  const isPlate = /^[a-z]{2,3}[\s-]*\d{1,3}[\s-]*[a-z]{0,2}$/.test(folded)
  return isPlate ? folded.replace(/[\s-]/g, '') : folded
}

const startingWith = (from: string): PrefixRange => ({ from, to: from + lastCharacter })
