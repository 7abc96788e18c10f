// Counts the goods of an order while they are taken from the shelves. A code either counts in full or not at all, and
// the outcome says why. Quantities are whole thousandths, so that weights add up exactly.
import { gtin14, isGtin } from '@anden/contract/values'
import { quantityIn } from '../../ui/number/read-number.ts'
import { isLikeGtin, readGs1, type ScannedCode } from '../scan/gs1.ts'

/** What the order takes of one lot. */
export type PickLine = {
  lot_id: string
  product_id: string
  sku: string
  name: string
  gtin: string | null
  unit_type: string
  lot_number: string
  expiry_date: string | null
  location: string | null
  /** In thousandths. */
  ordered: number
}

/** In thousandths. What was counted by hand is taken back first. */
type Tally = { scanned: number; byHand: number }
type Tallies = Readonly<Record<string, Tally>>

/** `undoable` has the tallies that each of the last steps has replaced, the latest step last. */
export type Counting = { tallies: Tallies; undoable: readonly Tallies[] }

export const nothingCounted: Counting = { tallies: {}, undoable: [] }

export type Outcome =
  | { is: 'counted'; lines: readonly PickLine[]; quantity: number; isComplete: boolean }
  | { is: 'wrong-product'; code: string }
  /** The check digit of the bar code is wrong. */
  | { is: 'misread'; code: string }
  /** A single piece of what the order has as a case, or the other way around. How many one holds is not known. */
  | { is: 'other-packaging'; line: PickLine }
  | { is: 'wrong-lot'; lines: readonly PickLine[]; lot: string | undefined; expiry: string | undefined }
  | { is: 'too-many'; lines: readonly PickLine[]; quantity: number; ordered: number; missing: number }
  /** The code does not say how much of a weighed product there is. */
  | { is: 'needs-quantity'; line: PickLine }

type Counted = { outcome: Outcome; counting: Counting }

const maxUndoable = 30
const thousandths = 1_000
/** One unit. */
export const one = thousandths

export const toThousandths = (quantity: number) => Math.round(quantity * thousandths)
export const fromThousandths = (quantity: number) => quantity / thousandths

/** Weighed or measured, so that a piece of it is not a unit. */
export const isMeasured = ({ unit_type }: PickLine) => quantityIn(unit_type).decimals > 0

export function countedOf({ tallies }: Counting, { lot_id }: PickLine): number {
  const { scanned, byHand } = tallies[lot_id] ?? none
  return scanned + byHand
}
const none: Tally = { scanned: 0, byHand: 0 }

export const missingOf = (counting: Counting, line: PickLine) => line.ordered - countedOf(counting, line)

export const isComplete = (counting: Counting, lines: readonly PickLine[]) =>
  lines.every((line) => missingOf(counting, line) === 0)

/** How much is missing, by unit, in the order of the lines. */
export function missingByUnit(counting: Counting, lines: readonly PickLine[]): [unit: string, number][] {
  const sums = new Map<string, number>()
  for (const line of lines)
    sums.set(line.unit_type, (sums.get(line.unit_type) ?? 0) + missingOf(counting, line))
  return [...sums].filter(([, missing]) => missing > 0)
}

/** Counts what a bar-code reader has typed, or a person: a SKU, a GTIN, or a GS1 code with lot, expiry and quantity. */
export function scan(lines: readonly PickLine[], counting: Counting, typed: string): Counted {
  const refused = (outcome: Outcome): Counted => ({ outcome, counting })
  const code = typed.trim()
  const bySku = lines.filter(({ sku }) => sku.toLowerCase() === code.toLowerCase())
  const read = bySku.length > 0 ? {} : readScanned(code)
  if (!read) return refused({ is: 'wrong-product', code })
  const { gtin = '', lot, expiry } = read
  if (bySku.length === 0 && !isGtin(gtin)) return refused({ is: 'misread', code })
  const ofProduct = bySku.length > 0 ? bySku : lines.filter((line) => isSameGtin(line.gtin, gtin))
  const [first] = ofProduct
  if (!first) {
    const other = lines.find((line) => isOtherPackaging(line.gtin, gtin))
    return refused(other ? { is: 'other-packaging', line: other } : { is: 'wrong-product', code })
  }
  const ofLot = ofProduct.filter((line) => isOfLot(line, read))
  if (ofLot.length === 0) return refused({ is: 'wrong-lot', lines: ofProduct, lot, expiry })
  const quantity = quantityOf(first, read)
  if (quantity === undefined) {
    const line = ofLot.find((one) => missingOf(counting, one) > 0) ?? ofLot[0] ?? first
    return refused({ is: 'needs-quantity', line })
  }
  return take(lines, counting, ofLot, quantity, ofProduct)
}

/** Where several lots match, goods are counted for the first that has some missing. */
function take(
  lines: readonly PickLine[],
  counting: Counting,
  among: readonly PickLine[],
  quantity: number,
  ofProduct: readonly PickLine[],
): Counted {
  if (quantity > sum(among, (line) => missingOf(counting, line))) {
    const others = ofProduct.filter((line) => !among.includes(line))
    const ordered = sum(among, (line) => line.ordered)
    const missing = sum(others, (line) => missingOf(counting, line))
    return { outcome: { is: 'too-many', lines: among, quantity, ordered, missing }, counting }
  }
  let left = quantity
  const changed: Record<string, Tally> = {}
  for (const line of among) {
    const share = Math.min(left, missingOf(counting, line))
    const { scanned, byHand } = counting.tallies[line.lot_id] ?? none
    if (share > 0) changed[line.lot_id] = { scanned: scanned + share, byHand }
    left -= share
  }
  const next = change(counting, changed)
  const touched = among.filter(({ lot_id }) => changed[lot_id])
  return {
    outcome: { is: 'counted', lines: touched, quantity, isComplete: isComplete(next, lines) },
    counting: next,
  }
}

/** Sets by hand how much of a line there is: `total` thousandths, from 0 to what the order has. */
export function countByHand(
  lines: readonly PickLine[],
  counting: Counting,
  line: PickLine,
  total: number,
): Counted {
  const { scanned } = counting.tallies[line.lot_id] ?? none
  const before = countedOf(counting, line)
  const quantity = total - before
  if (total > line.ordered)
    return {
      outcome: { is: 'too-many', lines: [line], quantity, ordered: line.ordered, missing: 0 },
      counting,
    }
  const kept = Math.min(scanned, total)
  const next =
    quantity === 0 ? counting : change(counting, { [line.lot_id]: { scanned: kept, byHand: total - kept } })
  return {
    outcome: { is: 'counted', lines: [line], quantity, isComplete: isComplete(next, lines) },
    counting: next,
  }
}

/** Takes the last step back; null if there is none. */
export function undo({ tallies, undoable }: Counting): Counting | null {
  const before = undoable.at(-1)
  return before ? { tallies: { ...tallies, ...before }, undoable: undoable.slice(0, -1) } : null
}

function change({ tallies, undoable }: Counting, changed: Tallies): Counting {
  const replaced = Object.fromEntries(Object.keys(changed).map((id) => [id, tallies[id] ?? none]))
  return { tallies: { ...tallies, ...changed }, undoable: [...undoable, replaced].slice(-maxUndoable) }
}

/** null if it can only be a SKU. */
const readScanned = (code: string): Partial<ScannedCode> | null =>
  readGs1(code) ?? (isLikeGtin(code) ? { gtin: code } : null)

const sum = (lines: readonly PickLine[], of: (line: PickLine) => number) =>
  lines.reduce((total, line) => total + of(line), 0)

const isSameGtin = (own: string | null, scanned: string) => own !== null && gtin14(own) === gtin14(scanned)

/** The first digit of 14 is that of the packaging, and the last one the check digit. */
const isOtherPackaging = (own: string | null, scanned: string) =>
  own !== null && gtin14(own).slice(1, -1) === gtin14(scanned).slice(1, -1)

/** A code without lot and date matches every lot. */
function isOfLot({ lot_number, expiry_date }: PickLine, { lot, expiry }: Partial<ScannedCode>): boolean {
  const isLot = lot === undefined || lot.trim().toLowerCase() === lot_number.trim().toLowerCase()
  return isLot && (expiry === undefined || expiry_date === null || expiry === expiry_date)
}

/** In thousandths; undefined if only a scale can tell. */
function quantityOf(line: PickLine, { count = 1, kilograms }: Partial<ScannedCode>): number | undefined {
  if (!isMeasured(line)) return toThousandths(count)
  return line.unit_type === 'kg' && kilograms !== undefined ? toThousandths(kilograms) : undefined
}
