// Refusals that say what to change: of paths, numbers in place of ids, keys, bodies and parameters.
import { describe, expect, test } from 'vitest'
import { useService } from '../../../tests/harness/prologue.ts'

const service = await useService()
const client = await service.aClient()
const detailOf = async (path: string) => (await client.portal.get(path)).body.detail

describe('a path that does not exist', () => {
  test.each([
    ['/order', '/orders'],
    ['/orders/', '/orders'],
    ['/stocks', '/stock'],
    ['/destinatario', '/destinatarios'],
    ['/stock/lot', '/stock/lots'],
    ['/webhook', '/webhooks'],
    [
      '/orders/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10/atachments',
      '/orders/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10/attachments',
    ],
  ])('%s: did you mean %s?', async (given, meant) => {
    // An id can be anything that is no segment of its own.
    if (given === '/stock/lot') return expect(await detailOf(given)).toContain('must be a UUID')
    expect(await detailOf(given)).toContain(`Did you mean /api/v1/portal${meant}?`)
  })

  test.each([
    ['/api/portal/orders', '/api/v1/portal/orders'],
    ['/api/v2/portal/stock/lots?limit=5', '/api/v1/portal/stock/lots'],
    ['/v1/orders', '/api/v1/portal/orders'],
    ['/api/queue', '/api/v1/backoffice/queue'],
  ])('%s: did you mean %s, with the whole prefix?', async (given, meant) => {
    const response = await fetch(service.url + given)
    expect(response.status).toBe(404)
    expect(((await response.json()) as { detail: string }).detail).toContain(`Did you mean ${meant}?`)
  })

  test.each(['/api/nothing', '/api/v1/portal', '/api', '/wp-login.php'])(
    '%s: no guess without an API',
    async (path) => {
      expect(await (await fetch(service.url + path)).text()).not.toContain('Did you mean')
    },
  )

  test.each(['/nothing-like-it', `/${'a'.repeat(5_000)}`, '/'.repeat(3_000)])(
    '%.20s: no guess',
    async (path) => {
      expect(await detailOf(path)).not.toContain('Did you mean')
    },
  )
})

describe('a number in place of an id', () => {
  test.each([
    ['/orders/PED-000291', '?order_number=PED-000291'],
    ['/remitos/R%2000001-00001234', '?remito_number=R%2000001-00001234'],
  ])('%s: use %s', async (path, query) => {
    const { body } = await client.portal.get(path)
    expect(body.errors).toMatchObject([{ pointer: 'id', code: 'number_for_id' }])
    expect(body.detail).toContain(query)
  })
})

describe('a misspelt name', () => {
  test('of a parameter or a member is corrected', async () => {
    expect(await detailOf('/orders?estatus=pending')).toContain('did you mean status?')
    const { body } = await client.portal.post('/destinatarios', { name: 'A', adress: 'B' })
    expect(body.errors).toMatchObject([{ code: 'unknown_member', params: { closest: 'address' } }])
  })

  test('that is like none is only told what there is', async () => {
    const { body } = await client.portal.get('/orders?zzzzzzzz=1')
    expect(body.errors[0].params.closest).toBe('')
  })
})

test('several values in a parameter that takes one are told apart from a wrong one', async () => {
  const { body } = await client.portal.get('/remitos?type=ingreso,egreso')
  expect(body.errors).toMatchObject([{ pointer: 'type', code: 'given_twice' }])
})

describe('a key that cannot be one', () => {
  test.each([
    ['cut off', (key: string) => key.slice(0, 30), 'cut off: it has 30 characters'],
    ['with a quote behind it', (key: string) => `${key}"`, 'copied along'],
    [
      'mistyped',
      (key: string) => `${key.slice(0, 12)}${key[12] === 'a' ? 'b' : 'a'}${key.slice(13)}`,
      'mistyped',
    ],
    ['of something else', () => 'sk-live-123', 'starts with "pk_"'],
  ])('%s', async (_, change, text) => {
    const response = await fetch(`${service.url}/api/v1/portal/me`, {
      headers: { authorization: `Bearer ${change(client.token)}` },
    })
    expect(response.status).toBe(401)
    const { detail } = (await response.json()) as { detail: string }
    expect(detail).toContain(text)
    expect(detail).not.toContain(client.token.slice(3, 12))
  })

  test('without the word Bearer', async () => {
    const response = await fetch(`${service.url}/api/v1/portal/me`, {
      headers: { authorization: client.token },
    })
    expect((await response.json()) as object).toMatchObject({
      detail: expect.stringContaining('the word Bearer'),
    })
  })
})

test('malformed JSON is told by line and column', async () => {
  const response = await fetch(`${service.url}/api/v1/portal/destinatarios`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: '{\n  "name": "A",\n}',
  })
  expect((await response.json()) as object).toMatchObject({
    detail: 'The body is not valid JSON: it cannot be read at line 3, column 1.',
  })
})
