// How the pages of the dashboard are served: to whom, and with which protection.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseAnswer } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { rawConnection } from '../../tests/harness/raw-connection.ts'
import { loadDist } from './assets.ts'
import type { Dashboard } from './build.ts'

const folder = await mkdtemp(join(tmpdir(), 'anden-dist-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const script = 'console.log("the dashboard")'
await mkdir(join(folder, 'assets/phone'), { recursive: true })
await writeFile(join(folder, 'assets/phone/phone.html'), 'the page behind a link')
await writeFile(join(folder, 'assets/phone/worker.js'), 'the worker')
const index =
  '<!doctype html><meta property="csp-nonce" nonce="__nonce__"><script type="module" nonce="__nonce__" src="/assets/index-1.js"></script>'
await writeFile(join(folder, 'index.html'), index)
await writeFile(join(folder, 'assets/index-1.js'), script)
await writeFile(join(folder, 'secret.txt'), 'not an asset')
await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync(script))
await writeFile(join(folder, 'assets/index-1.js.gz'), gzipSync(script))

const ready = { is: 'ready', dist: await loadDist(folder) } as const
let state: ReturnType<Dashboard['state']> = ready
beforeEach(() => {
  state = ready
})
const service = await useService({ dashboard: { state: () => state, close: () => undefined } })

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { method, headers: { accept: html, ...headers }, redirect: 'manual' })

describe('a page', () => {
  test.each(['/', '/orders/123', '/welcome/a-token', '/reset/a-token', '/developers/webhooks?state=paused'])(
    'at %s is the dashboard',
    async (path) => {
      const response = await open(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('/assets/index-1.js')
      expect((await open(path, {}, 'HEAD')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  test('has its own nonce in every response, in the policy and in the markup', async () => {
    const seen = new Set<string>()
    for (const _ of [1, 2, 3]) {
      const response = await open('/')
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? ''
      const text = await response.text()
      expect(text.match(/nonce="([^"]*)"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`])
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      seen.add(nonce)
    }
    expect(seen.size).toBe(3)
  })

  test('allows nothing inline, nothing of other hosts, and no frame around it', async () => {
    const { headers } = await open('/orders')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  test('goes only to browsers: a program gets the problem document', async () => {
    for (const accept of ['*/*', 'application/json', '']) {
      expectProblem(await parseAnswer(await open('/orders/123', { accept })), 'routing/not-found')
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('does not exist for %s', async (method) => {
    for (const path of ['/', '/orders/123']) {
      expectProblem(await parseAnswer(await open(path, {}, method)), 'routing/not-found')
    }
  })

  test.each([
    '/api',
    '/api/v1/portal/nothing',
    '/files',
    '/t',
    '/r',
    '/assets',
    '/assets/phone/phone.html',
    '/robots.txt',
    '/.env',
    '/a/b.php',
  ])('is not at %s', async (path) => {
    expect((await open(path)).headers.get('content-type')).not.toContain('text/html')
  })

  test('leaves the documentation and the errors where they are', async () => {
    expect((await open('/docs')).status).toBe(302)
    expect(await (await open('/errors')).text()).toContain('orders/not-cancellable')
    expect((await open('/docs/nothing')).status).toBe(404)
  })
})

describe('an asset', () => {
  test('is cached by browsers for ever', async () => {
    const response = await open('/assets/index-1.js', { 'accept-encoding': 'identity' })
    expect(await response.text()).toBe(script)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is sent as it was compressed for %s', async (accepted, encoding, decompress) => {
    const response = await service.app.inject({
      url: '/assets/index-1.js',
      headers: { 'accept-encoding': accepted },
    })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(decompress(response.rawPayload).toString()).toBe(script)
  })

  test('is not sent again to a browser that has it', async () => {
    const etag = (await open('/assets/index-1.js')).headers.get('etag') ?? ''
    const again = await open('/assets/index-1.js', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    '/assets/nothing.js',
    '/assets/',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%5csecret.txt',
    '/assets/index-1.js.br',
    '/assets//etc/passwd',
    '/assets/%00',
  ])('does not exist: %s', async (path) => {
    const connection = rawConnection(service.url)
    connection.send(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const answer = await connection.rest()
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toMatch(/not an asset|root:/)
  })

  test.each(['POST', 'PUT', 'DELETE'])('does not take %s', async (method) => {
    expectProblem(
      await parseAnswer(await open('/assets/index-1.js', {}, method)),
      'routing/method-not-allowed',
    )
  })
})

describe('the worker of the pages behind links', () => {
  test.each(['/r/worker.js', '/t/worker.js'])(
    'is at %s, which is its scope, and is asked for again',
    async (path) => {
      const response = await open(path)
      expect([response.status, await response.text()]).toEqual([200, 'the worker'])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      expect(response.headers.get('service-worker-allowed')).toBeNull()
      const etag = response.headers.get('etag') ?? ''
      expect((await open(path, { 'if-none-match': etag })).status).toBe(304)
    },
  )

  test('is not there while there is no dashboard', async () => {
    state = { is: 'building' }
    expect((await open('/r/worker.js')).status).toBe(404)
  })
})

describe('while there is no dashboard', () => {
  test('being built: a page that reloads itself, in the language of the browser', async () => {
    state = { is: 'building' }
    const response = await open('/orders', { 'accept-language': 'en' })
    expect([response.status, response.headers.get('refresh')]).toEqual([503, '2'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('<html lang="en">')
    expect(await (await open('/orders', { 'accept-language': 'es' })).text()).toContain('Preparando el panel')
    expect((await service.portal().get('/health')).status).toBe(200)
  })

  test('failed: a page that says so and does not reload', async () => {
    state = { is: 'failed' }
    const response = await open('/')
    expect([response.status, response.headers.get('refresh')]).toEqual([503, null])
  })
})
