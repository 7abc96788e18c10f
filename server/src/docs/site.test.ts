import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { rejectOtherMethods } from '../http/routing/methods.ts'
import { renderProblems } from '../http/wire/render-problem.ts'
import type { SdkPackage } from './sdk-package.ts'
import { docsSite } from './site.ts'

const app = Fastify()
app.decorateRequest('problem', null)
app.setErrorHandler(renderProblems(() => 'https://portal.example'))
const pagesAreComplete = rejectOtherMethods(app)
const generated = [
  {
    slug: 'reference/portal',
    languages: ['en'] as const,
    markdown: () => '# Portal\n\nGenerated.\n\n## GET /stock\n\nStock.\n',
  },
]
let sdk: SdkPackage | null = null
docsSite(
  app,
  generated,
  () => 'https://portal.example',
  () => sdk,
)
pagesAreComplete()

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('/docs', () => {
  test.each([
    ['es-AR,es;q=0.9,en;q=0.8', '/docs/es/'],
    ['en-GB', '/docs/en/'],
  ])('for %s leads to the home page %s', async (accepted, location) => {
    const answer = await get('/docs', { 'accept-language': accepted })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
    expect(answer.headers.vary).toContain('accept-language')
  })
})

test.each([
  ['/docs/', '/docs/es/'],
  ['/docs/en', '/docs/en/'],
  ['/docs/es', '/docs/es/'],
  ['/docs/en/quick-start/', '/docs/en/quick-start'],
])('%s leads to %s', async (url, location) => {
  const answer = await get(url, { 'accept-language': 'es' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
})

describe('a page', () => {
  test('is rendered in the frame of the site: title, contents, neighbours, anchors', async () => {
    const { body, headers } = await get('/docs/en/quick-start')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<title>Quick start · Andén docs</title>')
    expect(body).toContain('<h2 id="2-receive-goods-and-read-stock">')
    expect(body).toMatch(/<a href="\/docs\/en\/quick-start" aria-current="page">/)
    expect(body).toContain('rel="prev" href="/docs/en/"')
    expect(body).toContain('rel="next" href="/docs/en/concepts/stock"')
    expect(body).toContain('<a href="/docs/en/guides/verify-webhooks#without-a-library">')
    expect(body).not.toContain('.md)')
  })

  test('runs no script and no style that is not a file of the service', async () => {
    const { body, headers } = await get('/docs/en/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(body).not.toMatch(/<style|<script(?![^>]* src="\/)|\sstyle=|\son\w+=/)
    expect(body).not.toMatch(/(src|<link[^>]* href)="https?:/)
  })

  test('is available as Markdown, with the included files', async () => {
    const { body, headers } = await get('/docs/en/index.md')
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(body).toMatch(/^# Andén documentation\n/)
    const { body: included } = await get('/docs/en/guides/verify-webhooks.md')
    expect(included).toContain('```go file=docs/samples/webhooks/go/verify_webhook.go\n')
    const sample = await get('/docs/samples/webhooks/go/verify_webhook.go')
    expect(sample.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(included).toContain(sample.body.trimEnd())
  })

  test('has an ETag, gives 304 for it, and answers HEAD', async () => {
    const first = await get('/docs/en/quick-start')
    const etag = String(first.headers.etag)
    const again = await get('/docs/en/quick-start', { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const head = await app.inject({ method: 'HEAD', url: '/docs/en/quick-start' })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
  })

  test('rejects other methods with Allow', async () => {
    const answer = await app.inject({ method: 'POST', url: '/docs/en/quick-start' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('that is generated has the same frame', async () => {
    const { body } = await get('/docs/en/reference/portal')
    expect(body).toContain('<h2 id="get-stock">GET /stock')
  })
})

describe('an unknown address below /docs', () => {
  test.each([
    ['/docs/en/nothing', 'Page not found', 'en'],
    ['/docs/es/nada', 'No encontramos la página', 'es-AR'],
  ])('%s is a page with the contents, in its language', async (url, title, language) => {
    const { statusCode, body, headers } = await get(url, { accept: 'text/html' })
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain('/quick-start"')
    expect(body).not.toContain('nothing')
  })

  test.each([
    '/docs/en/nothing',
    '/docs/en/..%2f..%2f..%2fpackage.json',
    '/docs/decisions/0001-one-database.md',
  ])('%s is a problem document for a program', async (url) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })
})

describe('the search index', () => {
  test('has every section of every page, with its address', async () => {
    const entries = (await get('/docs/assets/search-en.json')).json<Record<string, string>[]>()
    const found = entries.find(({ path }) => path === '/docs/en/guides/webhooks#rotate-the-secret')
    expect(found).toMatchObject({ page: 'Webhooks', heading: 'Rotate the secret' })
    expect(found?.['text']).toContain('overlap_seconds')
    expect(entries.some(({ path }) => path === '/docs/en/reference/portal#get-stock')).toBe(true)
  })

  test('in Spanish has the English pages that are not translated', async () => {
    const entries = (await get('/docs/assets/search-es.json')).json<{ path: string }[]>()
    expect(entries.map(({ path }) => path)).toContain('/docs/en/reference/portal')
  })
})

test('/llms.txt lists every page with its address', async () => {
  const { body, headers } = await get('/llms.txt')
  expect(headers['content-type']).toContain('text/markdown')
  expect(body).toContain('- [Quick start](https://portal.example/docs/en/quick-start.md): In ten minutes')
  expect(body).toContain('https://portal.example/docs/en/operating/settings.md')
})

test('assets are served with their types', async () => {
  const types = await Promise.all(
    ['docs.css', 'docs.js', 'search.js', 'ranking.js', 'theme.js', 'inter.woff2'].map(
      async (name) => (await get(`/docs/assets/${name}`)).headers['content-type'],
    ),
  )
  expect(types).toEqual([
    'text/css; charset=utf-8',
    ...Array.from({ length: 4 }, () => 'text/javascript; charset=utf-8'),
    'font/woff2',
  ])
})

describe('the SDK', () => {
  const bytes = gzipSync('the package')
  const own: SdkPackage = {
    name: '@anden/sdk',
    version: '0.1.0',
    integrity: 'sha512-abc==',
    bytes,
    file: 'sdk-0.1.0-3f9a1c2b.tgz',
  }
  beforeEach(() => {
    sdk = own
  })

  test('is served for npm, and revalidated by its ETag', async () => {
    const first = await get('/docs/sdk.tgz')
    expect([first.statusCode, first.rawPayload]).toEqual([200, bytes])
    expect(first.headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' })
    const again = await get('/docs/sdk.tgz', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('of one version has an address whose content never changes', async () => {
    const { headers, rawPayload } = await get(`/docs/${own.file}`)
    expect(rawPayload).toEqual(bytes)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/docs/sdk-0.0.9-00000000.tgz')).statusCode).toBe(404)
  })

  test('that is still being built is a 503, which npm tries again', async () => {
    sdk = null
    expect((await get('/docs/sdk.tgz')).statusCode).toBe(503)
  })

  test.each(['/docs/en/guides/sdk', '/docs/es/guides/sdk', '/docs/en/guides/sdk.md'])(
    '%s shows its address here, name, version and integrity, as soon as it is built',
    async (path) => {
      sdk = null
      const before = await get(path)
      expect(before.body).toContain('npm install https://portal.example/docs/sdk.tgz')
      sdk = own
      const { body, headers } = await get(path)
      for (const shown of [
        '@anden/sdk',
        own.version,
        own.integrity,
        `https://portal.example/docs/${own.file}`,
      ])
        expect(body).toContain(shown)
      expect(body).not.toMatch(/portal\.example\.com|X\.Y\.Z/)
      expect(headers.etag).not.toBe(before.headers.etag)
    },
  )
})

test('pages for clients carry the address of the installation, those for operators an example', async () => {
  const { body } = await get('/docs/en/quick-start')
  expect(body).toContain('https://portal.example/api/v1/portal')
  expect(body).not.toContain('portal.example.com')
  expect((await get('/docs/en/operating/install')).body).toContain('portal.example.com')
})
