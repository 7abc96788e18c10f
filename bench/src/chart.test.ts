import { expect, test } from 'vitest'
import { chartOf } from './chart.ts'
import { type Figure, figuresText, isMet, ratioFigure } from './figures.ts'
import { estimate, median, percentile } from './statistics.ts'

const figure = (value: number, goal: Figure['goal']): Figure => ({
  name: 'a < b',
  comparedTo: null,
  unit: 'ms',
  goal,
  value,
  low: value,
  high: value,
})

test('an interval contains its value, and is narrow where all rounds agree', () => {
  const ratios = [0.8, 1.1, 0.9, 1.3, 1]
  const { value, low, high } = estimate(ratios, median)
  expect(value).toBe(1)
  expect(low).toBeLessThan(value)
  expect(high).toBeGreaterThan(value)
  expect(estimate([2, 2, 2], median)).toEqual({ value: 2, low: 2, high: 2 })
  expect(estimate(ratios, median)).toEqual({ value, low, high })
})

test('percentiles do not depend on the order of the values', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
  expect(percentile([3, 1, 2], 0.99)).toBe(3)
  expect(median([4, 1])).toBe(2.5)
})

test('a goal is either a minimum or a maximum', () => {
  expect(isMet(figure(2, { atLeast: 2 }))).toBe(true)
  expect(isMet(figure(2, { atMost: 1.9 }))).toBe(false)
  const slow = ratioFigure('writes', 'bare', [0.5, 0.5], { atLeast: 0.6 })
  expect(figuresText([slow])).toContain('MISSED: writes: 0.50 × bare (0.50 to 0.50), goal ≥ 0.6 ×')
})

test('the chart has a row per figure, marks missed goals, and escapes names', () => {
  const chart = chartOf([figure(1, { atMost: 2 }), figure(100, { atMost: 2 })], 'a machine')
  expect(chart.match(/class="met"/g)).toHaveLength(1)
  expect(chart.match(/class="missed"/g)).toHaveLength(1)
  expect(chart).toContain('a &lt; b')
  expect(chart).not.toContain('NaN')
})
