import { type ProblemCode, problemEntry, problems } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { sql } from '../../db/sql.ts'

const service = await useService()

const codes = Object.keys(problems) as ProblemCode[]

describe('a problem document', () => {
  test('has the fields of RFC 7807, the path and the request id, and nothing else', async () => {
    const answer = await service.portal().get('/stock?limit=3')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      type: `${service.url}/errors/auth/missing-credentials`,
      title: 'Missing credentials',
      status: 401,
      detail: expect.any(String),
      instance: '/api/v1/portal/stock',
      request_id: answer.headers.get('x-request-id'),
    })
  })

  test('is also returned for paths outside the API', async () => {
    const response = await fetch(`${service.url}/nowhere`)
    const headers = response.headers
    const answer = {
      path: '/nowhere',
      status: response.status,
      headers,
      text: '',
      body: await response.json(),
    }
    expectProblem(answer, 'routing/not-found')
    expect(headers.get('x-ratelimit-limit')).toBe('1000000')
  })

  test('ignores a request id sent by the caller', async () => {
    const { headers } = await service.portal().get('/health', { 'x-request-id': 'req_mine' })
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
  })

  test('reveals nothing internal on an internal error', async () => {
    const client = await service.aClient()
    await service.db.run(sql`alter table destinatarios rename to destinatarios_away`)
    const answer = await client.portal.get('/destinatarios')
    await service.db.run(sql`alter table destinatarios_away rename to destinatarios`)
    const { detail, ...rest } = expectProblem(answer, 'server/internal')
    expect(detail).toBe(problemEntry('server/internal').detail)
    expect(Object.keys(rest).sort()).toEqual(['instance', 'request_id', 'status', 'title', 'type'])
    expect(answer.text).not.toMatch(/relation|select|\.ts|node_modules|at /)
    expect((await client.portal.get('/destinatarios')).status).toBe(200)
  })
})

describe('the page behind a type URL', () => {
  const english = { headers: { 'accept-language': 'en' } }

  test.each(codes)('explains %s', async (code) => {
    const response = await fetch(`${service.url}/errors/${code}`, english)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page).toContain(`<code>${code}</code>`)
    expect(page).toContain(`HTTP ${problemEntry(code).status}`)
    expect(page).toContain('What to do')
  })

  test('exists only for codes in the catalogue', async () => {
    for (const path of ['auth/nothing', 'toString/x', '%3Cscript%3E/x', '__proto__/x']) {
      expect((await fetch(`${service.url}/errors/${path}`)).status).toBe(404)
    }
  })

  test('is listed with all others at /errors', async () => {
    const response = await fetch(`${service.url}/errors`, english)
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const code of codes) expect(page).toContain(`href="/docs/en/errors/${code}"`)
  })
})
