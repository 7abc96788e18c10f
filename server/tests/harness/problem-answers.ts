// What every problem must be, whichever it is.
import { type Fault, faultDetail, faultEntry, type ProblemCode, problemEntry } from '@anden/contract'
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
  const body = withoutCodes(answer.body)
  expect(body).toEqual({
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
  return body
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
  return withoutCodes(answer.body)
}

/**
 * Checks that each of the `errors` has a code and params of which the catalogue makes its sentence, and leaves both out: a
 * test names the place and the sentence. That each code is reported is shown by fault-codes.test.ts.
 */
function withoutCodes(body: ReturnType<typeof JSON.parse>) {
  if (!Array.isArray(body?.errors)) return body
  return { ...body, errors: body.errors.map(withoutCode) }
}

/** The codes of the answer, after the same check. */
export function expectFaults({ body }: HttpAnswer<ReturnType<typeof JSON.parse>>): string[] {
  withoutCodes(body)
  return body.errors.map(({ code }: Fault) => code)
}

function withoutCode({ code, params, ...told }: Fault & { detail: string }) {
  expect([code, Object.keys(params).sort()]).toEqual([code, Object.keys(faultEntry(code).params).sort()])
  expect([code, told.detail]).toEqual([code, faultDetail({ code, params } as Fault)])
  return told
}
