import { quantityText } from '../../ui/values.tsx'
import type { Sums } from './count-request.ts'

/** Sums by unit, such as `+120 cases`. */
export function sumTexts(sums: Sums): { up: string[]; down: string[] } {
  const texts = (sign: string, side: 'up' | 'down') =>
    Object.entries(sums)
      .filter(([, sum]) => sum[side] > 0)
      .map(([unit, sum]) => `${sign}${quantityText(sum[side] / 1_000, unit)}`)
  return { up: texts('+', 'up'), down: texts('−', 'down') }
}
