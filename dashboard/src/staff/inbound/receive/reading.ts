// Finds the line of a notice that a scanned code stands for: a label of the notice, the bar code of the goods, or a SKU.
import { gtin14, isGtin } from '@anden/contract/values'
import type { InboundItem } from '@anden/sdk/backoffice'
import { quantityIn } from '../../../ui/number/read-number.ts'
import { isLikeGtin, readGs1, type ScannedCode } from '../../scan/gs1.ts'

/** What the code says of the goods. A quantity that it does not say is what is still to come. */
export type OnCode = { lot?: string; expiry?: string; quantity?: number }

export type Reading =
  | { is: 'line'; line: InboundItem; on: OnCode }
  /** The line is ticked already: a label that is scanned twice counts once. */
  | { is: 'again'; line: InboundItem }
  /** Announced in other lots only. */
  | { is: 'other-lot'; line: InboundItem; on: OnCode }
  /** Perhaps goods that were not announced. */
  | { is: 'not-announced'; code: string; gs1: ScannedCode | null }
  /** The check digit of the bar code is wrong. */
  | { is: 'misread'; code: string }

export function readScan(
  lines: readonly InboundItem[],
  isTicked: (line: InboundItem) => boolean,
  typed: string,
): Reading {
  const code = typed.trim()
  const bySku = lines.filter(({ sku }) => sku.toLowerCase() === code.toLowerCase())
  const gs1 = bySku.length > 0 ? null : (readGs1(code) ?? (isLikeGtin(code) ? { gtin: code } : null))
  if (gs1 && !isGtin(gs1.gtin)) return { is: 'misread', code }
  const ofProduct = gs1 ? lines.filter(({ gtin }) => isSameGtin(gtin, gs1.gtin)) : bySku
  const [first] = ofProduct
  if (!first) return { is: 'not-announced', code, gs1 }
  const on = onCode(gs1, first)
  const ofLot = ofProduct.filter((line) => isOfLot(line, on))
  if (ofLot.length === 0) return { is: 'other-lot', line: first, on }
  const open = ofLot.filter((line) => !isTicked(line))
  // Of several lines with the same lot, or none: first one of which goods are still to come.
  const line = open.find(({ difference }) => difference < 0) ?? open[0]
  const [ticked] = ofLot
  return line ? { is: 'line', line, on } : { is: 'again', line: ticked ?? first }
}

/** A weight counts for what is weighed, a number of pieces for what is counted. */
export function onCode(gs1: ScannedCode | null, { unit_type }: Pick<InboundItem, 'unit_type'>): OnCode {
  const { lot, expiry, count, kilograms } = gs1 ?? {}
  const quantity = quantityIn(unit_type).decimals > 0 ? (unit_type === 'kg' ? kilograms : undefined) : count
  return {
    ...(lot ? { lot } : {}),
    ...(expiry ? { expiry } : {}),
    ...(quantity === undefined ? {} : { quantity }),
  }
}

const isSameGtin = (own: string | null, scanned: string) => own !== null && gtin14(own) === gtin14(scanned)

/** A code without a lot matches every lot, and a line without one takes any. */
const isOfLot = ({ lot_number }: InboundItem, { lot }: OnCode) =>
  lot === undefined || lot_number === null || lot.trim().toLowerCase() === lot_number.trim().toLowerCase()
