// Quantities of several lines in one row of a file. Quantities of different units are never added up.
import { type Language, type UnitType, unitWords } from '@anden/contract'

export type CountedLine = { sku: string; quantity: number; unit_type: UnitType }

/** `18 cajas MAL-750, 3,5 kg QSO-1`. */
export const contentText = (lines: readonly CountedLine[], language: Language) =>
  lines
    .map(
      ({ sku, quantity, unit_type }) =>
        `${numberText(quantity, language)} ${unitText(unit_type, quantity, language)} ${sku}`,
    )
    .join(', ')

/** The sum of the lines, in whole thousandths and so exact; null if their units differ. */
export function totalOf(lines: readonly CountedLine[]): number | null {
  if (unitOf(lines) === null) return null
  return lines.reduce((sum, { quantity }) => sum + Math.round(quantity * 1_000), 0) / 1_000
}

/** The unit of all lines; null if they differ, or if there are none. */
function unitOf(lines: readonly CountedLine[]): UnitType | null {
  const [first, ...others] = lines
  return first && others.every(({ unit_type }) => unit_type === first.unit_type) ? first.unit_type : null
}

const severalUnits = { es: 'varias', en: 'several' }

/** The unit of the sum of the lines. */
export const unitOfTotal = (lines: readonly CountedLine[], language: Language) => {
  const unit = unitOf(lines)
  if (unit === null) return lines.length === 0 ? null : severalUnits[language]
  return unitText(unit, totalOf(lines) ?? 0, language)
}

export const unitText = (unit: UnitType, quantity: number, language: Language) =>
  unitWords[language][unit][Math.abs(quantity) === 1 ? 0 : 1]

const numberText = (value: number, language: Language) =>
  language === 'es' ? String(value).replace('.', ',') : String(value)
