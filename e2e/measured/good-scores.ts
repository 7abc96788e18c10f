import { expect } from 'vitest'
import { lighthouseOf } from '../harness/lighthouse.ts'

const attempts = 3

export async function expectGoodScores(url: string, cookie: string | undefined) {
  let { scores, lost } = await lighthouseOf(url, cookie)
  // Other work on the machine can only lower timed scores, so the best of three attempts counts.
  for (let attempt = 1; scores.performance < 90 && attempt < attempts; attempt++) {
    const again = await lighthouseOf(url, cookie)
    if (again.scores.performance > scores.performance) ({ scores, lost } = again)
  }
  expect(scores.accessibility, lost.join('\n')).toBe(100)
  expect(scores['best-practices'], lost.join('\n')).toBe(100)
  expect(scores.performance, lost.join('\n')).toBeGreaterThanOrEqual(90)
}
