import { describe, expect, test } from 'vitest'
import { documentedAnswers } from './harness/documented-answers.ts'

const inspect = documentedAnswers()
const headers = new Headers({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'req_1',
  'x-ratelimit-limit': '1',
  etag: '"1"',
})
const look = (path: string, status: number, body: unknown, more: Record<string, string> = {}) =>
  inspect('GET', {
    path: `/api/v1/portal${path}`,
    status,
    headers: new Headers({ ...Object.fromEntries(headers), ...more }),
    text: JSON.stringify(body),
    body,
  })
const balance = { saldo: 1, total_fiado: 2, total_notas_credito: 0, total_pagado: 1 }
const problem = { title: 'T', status: 404, detail: 'D', instance: '/', request_id: 'req_1' }
const problemHeaders = { 'content-type': 'application/problem+json; charset=utf-8' }

describe('an answer held against the API description', () => {
  test('passes as it is described', () => {
    look('/balance', 200, balance)
    look(
      '/stock/01990000-0000-7000-8000-000000000000',
      404,
      {
        ...problem,
        type: 'http://localhost/errors/stock/not-found',
      },
      problemHeaders,
    )
  })

  test.each([
    ['a status', () => look('/balance', 418, balance)],
    ['a member more', () => look('/balance', 200, { ...balance, surprise: 1 })],
    ['a member less', () => look('/balance', 200, { saldo: 1 })],
    ['a text for a number', () => look('/balance', 200, { ...balance, saldo: '1' })],
    ['a content type', () => look('/balance', 200, balance, { 'content-type': 'text/html' })],
    ['a path', () => look('/nowhere', 200, balance)],
    [
      'a problem',
      () =>
        look(
          '/balance',
          400,
          { ...problem, type: 'http://localhost/errors/orders/not-found' },
          problemHeaders,
        ),
    ],
  ])('fails for %s that is not described', (_, attempt) => {
    expect(attempt).toThrow(/documented/)
  })

  test('fails for a header that is missing', () => {
    headers.delete('etag')
    expect(() => look('/balance', 200, balance)).toThrow('ETag is missing')
  })
})
