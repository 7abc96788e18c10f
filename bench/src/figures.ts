// A figure is a measurement with a goal, its confidence interval, and whether the goal is met.
import { type Estimate, estimate, median } from './statistics.ts'

export type Goal = { atLeast: number } | { atMost: number }
export type Figure = Estimate & {
  /** The figure's name, for example "POST /orders, rate". */
  name: string
  /** The baseline of the comparison; null for an absolute figure. */
  comparedTo: string | null
  unit: '×' | 'ms' | 'MB'
  goal: Goal
}

/** The median of the ratios within each round. */
export const ratioFigure = (
  name: string,
  comparedTo: string,
  ratios: readonly number[],
  goal: Goal,
): Figure => ({ name, comparedTo, unit: '×', goal, ...estimate(ratios, median) })

export const isMet = ({ value, goal }: Figure) =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost

export const goalText = ({ goal, unit }: Figure) =>
  'atLeast' in goal ? `≥ ${goal.atLeast} ${unit}` : `≤ ${goal.atMost} ${unit}`

export function valueText({ value, low, high, unit, comparedTo }: Figure): string {
  const base = comparedTo === null ? '' : ` ${comparedTo}`
  return `${digits(value)} ${unit}${base} (${digits(low)} to ${digits(high)})`
}

export function figuresText(figures: readonly Figure[]): string {
  const line = (figure: Figure) =>
    `- ${isMet(figure) ? 'met' : 'MISSED'}: ${figure.name}: ${valueText(figure)}, goal ${goalText(figure)}`
  return ['Goals, with 95 % confidence intervals:', '', ...figures.map(line)].join('\n')
}

const digits = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))
