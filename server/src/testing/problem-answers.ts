// What every problem must be, whichever it is.
import { type ProblemCode, problemEntry } from '@anden/contract'
import { expect } from 'vitest'
import type { Answer } from './http.ts'

/** Checks that the answer is this problem, whole, and gives its document back. */
export function expectProblem(answer: Answer<ReturnType<typeof JSON.parse>>, code: ProblemCode) {
  const { status, title } = problemEntry(code)
  expect(answer.body?.type ?? answer.text).toMatch(new RegExp(`^https?://.+/errors/${code}$`))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toMatchObject({ title, status })
  expect(answer.body.detail).toEqual(expect.stringMatching(/\S/))
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  return answer.body
}
