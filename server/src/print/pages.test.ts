import { expect, test } from 'vitest'
import { type Listed, planPages } from './pages.ts'

const room = { first: 80, next: 100 }
const head = { height: 10, draw: () => undefined }
const piece = (height: number, more: Partial<Listed> = {}): Listed => ({
  height,
  draw: () => undefined,
  ...more,
})
const heights = (listed: Listed[]) => planPages(listed, room).map((page) => page.map(({ height }) => height))

test('pieces fill the first page, then the next ones, each with more room', () => {
  expect(heights([50, 30, 60, 40, 1].map((height) => piece(height)))).toEqual([[50, 30], [60, 40], [1]])
})

test('a head stands above its first piece on each page', () => {
  const rows = [40, 30, 50, 40].map((height) => piece(height, { head }))
  expect(heights(rows)).toEqual([
    [10, 40, 30],
    [10, 50, 40],
  ])
  expect(heights([piece(20), piece(40, { head }), piece(10)])).toEqual([[20, 10, 40, 10]])
})

test('a piece that keeps with the next one goes to its page', () => {
  expect(heights([piece(50), piece(15, { keepsNext: true }), piece(20, { head })])).toEqual([
    [50],
    [15, 10, 20],
  ])
})

test('a piece can begin a page, unless it is the first of one', () => {
  const listed = [piece(20, { startsPage: true }), piece(5), piece(20, { startsPage: true })]
  expect(heights(listed)).toEqual([[20, 5], [20]])
})

test('a piece that is higher than a page has one of its own', () => {
  expect(heights([piece(10), piece(300), piece(10)])).toEqual([[10], [300], [10]])
  expect(heights([piece(300)])).toEqual([[300]])
})
