// What is received of a remito, from what was typed about its lines. Sums are exact: quantities have at most three decimals, and
// are added as whole thousandths.
import { type Language, localeOf } from '../../ui/locale-of.ts'
import { quantityIn, type Reading, readNumber } from '../../ui/number/read-number.ts'
import { signsOf, writePlainNumber } from '../../ui/number/write-number.ts'

export const differenceKinds = ['missing', 'damaged', 'refused'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A line of a remito, as the form shows it. */
export type Line = {
  item_id: string
  name: string
  sku: string
  quantity: number
  unit: string
  lot_number: string | null
  expiry_date: string | null
  vintage_year: number | null
}

/** What was typed about a line. Nothing, as long as all of it is right. */
export type LineDraft = Record<DifferenceKind, string> & { note: string; isOpen: boolean }

export const untouched = (): LineDraft => ({ missing: '', damaged: '', refused: '', note: '', isOpen: false })

export type AcceptedLine = { item_id: string; accepted: number; note?: string } & Record<
  DifferenceKind,
  number
>

/** `too-many`: more than there is on the line. `unread`: some text is not a number. */
export type LineResult = { is: 'ok'; line: AcceptedLine } | { is: 'too-many' | 'unread' }

const thousandths = (quantity: number) => Math.round(quantity * 1000)

export const readQuantity = (text: string, unit: string, language: Language): Reading =>
  readNumber(text, signsOf(localeOf[language]), quantityIn(unit))

export function resultOf(line: Line, draft: LineDraft, language: Language): LineResult {
  const note = draft.note.trim()
  const found = { missing: 0, damaged: 0, refused: 0 }
  if (draft.isOpen) {
    for (const kind of differenceKinds) {
      const reading = readQuantity(draft[kind], line.unit, language)
      if (reading.is === 'number') found[kind] = reading.value
      else if (reading.is !== 'empty') return { is: 'unread' }
    }
  }
  const left = thousandths(line.quantity) - sum(Object.values(found))
  if (left < 0) return { is: 'too-many' }
  return {
    is: 'ok',
    line: {
      item_id: line.item_id,
      accepted: left / 1000,
      ...found,
      ...(draft.isOpen && note !== '' ? { note } : {}),
    },
  }
}

const sum = (quantities: readonly number[]) =>
  quantities.reduce((total, quantity) => total + thousandths(quantity), 0)

/**
 * The text after a step up or down: whole units, but never below nothing, nor more than what the other kinds leave. null: it
 * would not change.
 */
export function stepped(line: Line, draft: LineDraft, kind: DifferenceKind, by: 1 | -1, language: Language) {
  const values = differenceKinds.map((one) => readQuantity(draft[one], line.unit, language))
  const own = values[differenceKinds.indexOf(kind)]
  if (!own || (own.is !== 'number' && own.is !== 'empty')) return null
  const value = own.is === 'number' ? own.value : 0
  const all = sum(values.map((one) => (one.is === 'number' ? one.value : 0)))
  const most = thousandths(line.quantity) - all + thousandths(value)
  const next = Math.max(0, Math.min(thousandths(value) + by * 1000, most)) / 1000
  return next === value ? null : next === 0 ? '' : writePlainNumber(localeOf[language], next)
}

/** Of one unit, over all lines. */
export type Total = { unit: string; shipped: number; accepted: number }

export function totalsOf(
  lines: readonly Pick<Line, 'unit' | 'quantity'>[],
  accepted: readonly number[],
): Total[] {
  const totals = new Map<string, Total>()
  for (const [index, { unit, quantity }] of lines.entries()) {
    const total = totals.get(unit) ?? { unit, shipped: 0, accepted: 0 }
    totals.set(unit, {
      unit,
      shipped: sum([total.shipped, quantity]) / 1000,
      accepted: sum([total.accepted, accepted[index] ?? 0]) / 1000,
    })
  }
  return [...totals.values()]
}

export const isNothingAccepted = (totals: readonly Total[]) => totals.every(({ accepted }) => accepted === 0)
export const isEverythingAccepted = (totals: readonly Total[]) =>
  totals.every(({ accepted, shipped }) => accepted === shipped)
