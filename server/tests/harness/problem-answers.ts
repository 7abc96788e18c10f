// What every problem must be, whichever it is.
import { type ProblemCode, problemEntry } from '@anden/contract'
import { expect } from 'vitest'
import type { HttpAnswer } from './http.ts'

/**
 * Checks every member of the document and every header that belongs to the problem: nothing is missing, and
 * nothing is there but the common members and the given ones.
 */
export function expectRefusal(
  answer: HttpAnswer<ReturnType<typeof JSON.parse>>,
  code: ProblemCode,
  members: Record<string, unknown> = {},
) {
  const { title, headers = [], ...entry } = problemEntry(code)
  const status = members['status'] ?? entry.status
  expect(answer.body).toEqual({
    type: expect.stringMatching(new RegExp(`^https?://[^/]+/errors/${code}$`)),
    title,
    status,
    detail: expect.stringMatching(/^[A-Z].{10,}\.$/),
    instance: answer.path,
    request_id: answer.headers.get('x-request-id'),
    ...members,
  })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const name of headers) expect([name, answer.headers.get(name)]).toEqual([name, expect.any(String)])
  return answer.body
}

/** Checks that the answer is this problem, whole, and gives its document back. */
export function expectProblem(answer: HttpAnswer<ReturnType<typeof JSON.parse>>, code: ProblemCode) {
  const { status, title } = problemEntry(code)
  expect(answer.body?.type ?? answer.text).toMatch(new RegExp(`^https?://.+/errors/${code}$`))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toMatchObject({ title, status })
  expect(answer.body.detail).toEqual(expect.stringMatching(/\S/))
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  return answer.body
}
