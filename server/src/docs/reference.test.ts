// The references and the pages of errors, made from the API descriptions.
import { execFileSync } from 'node:child_process'
import { languages, problemEntry, problems } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import type { ApiDescription } from './reference-page.ts'

const service = await useService({ asDocumented: false })
const text = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(service.url + path, { headers, redirect: 'manual' })).text()
const codes = Object.keys(problems) as (keyof typeof problems)[]

describe.each(['portal', 'backoffice'])('the reference of the %s as a page', async (api) => {
  const markdown = await text(`/docs/en/reference/${api}.md`)
  const operations = markdown.split(/^### (?=[A-Z]+ \/)/m).slice(1)

  test('has for every operation its calls, its response and its errors', () => {
    expect(operations.length).toBeGreaterThan(50)
    const missing = operations.flatMap((operation) => {
      const [name = ''] = operation.split('\n', 1)
      const parts = [
        /In the SDK: `[a-zA-Z.]+`/,
        /```sh\ncurl /,
        /```ts\nimport /,
        /Returns 2\d\d/,
        /^Errors: /m,
      ]
      return parts.filter((part) => !part.test(operation)).map((part) => `${name}: ${part}`)
    })
    expect(missing).toEqual([])
  })

  test('has the calls of sign-in last', () => {
    const groups = markdown
      .split('\n## Schemas')[0]
      ?.match(/^## .*/gm)
      ?.map((line) => line.slice(3))
    expect(groups?.at(-1)).toBe('Sign-in')
  })

  test('has calls with the address of this installation, which a shell can read', () => {
    const calls = [...markdown.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, call = '']) => call)
    expect(calls.filter((call) => !call.includes(`"${service.url}/api/`))).toEqual([])
    execFileSync('bash', ['-n'], { input: calls.join('\n') })
  })
})

test('the interactive reference leads back, and has the call of the SDK for every operation', async () => {
  const html = await text('/docs/reference/')
  expect(html).toContain('<a href="/docs">← Documentation</a>')
  for (const path of ['/openapi.json', '/openapi-backoffice.json']) {
    expect(html).toContain(`/docs/reference${path}`)
    const { paths } = JSON.parse(await text(`/docs/reference${path}`)) as ApiDescription
    const samples = Object.values(paths)
      .flatMap((methods) => Object.values(methods) as { 'x-codeSamples'?: { source: string }[] }[])
      .map((operation) => operation['x-codeSamples']?.[0]?.source ?? '')
    expect(samples.filter((source) => !/anden\.[a-zA-Z.]+\(/.test(source))).toEqual([])
  }
})

describe('the pages of errors', () => {
  test.each(languages)('in %s have every code, in the frame of the docs', async (language) => {
    const accepted = { 'accept-language': language, accept: 'text/html' }
    const faults = await Promise.all(
      codes.map(async (code) => {
        const html = await text(`/errors/${code}`, accepted)
        const heading = language === 'es' ? 'Qué hacer' : 'What to do'
        const { status } = problemEntry(code)
        const parts = [
          heading,
          `HTTP ${status} · <code>${code}</code>`,
          `${service.url}/errors/${code}&quot;`,
        ]
        return ['id="docs:search"', ...parts]
          .filter((part) => !html.includes(part))
          .map((one) => `${code}: ${one}`)
      }),
    )
    expect(faults.flat()).toEqual([])
    const index = await text('/errors', accepted)
    expect(codes.filter((code) => !index.includes(`/docs/${language}/errors/${code}"`))).toEqual([])
  })

  test('show texts of the catalogue as they are', async () => {
    const html = await text('/docs/en/errors/auth/missing-credentials')
    expect(html).toContain('Authorization: Bearer &lt;API_KEY&gt;')
    expect(await text('/docs/es/errors/webhooks/url-not-allowed')).toContain('del tipo *.local o *.internal')
  })

  test('name the operations that respond with them, and are found by the search', async () => {
    const html = await text('/docs/en/errors/orders/not-cancellable')
    expect(html).toMatch(/<a href="\/docs\/en\/reference\/portal#[^"]+"><code>[A-Z]+ \/orders/)
    expect(await text('/docs/assets/search-es.json')).toContain('/docs/es/errors/orders/not-cancellable')
  })

  test('do not exist for other codes', async () => {
    const answer = await fetch(`${service.url}/errors/orders/nothing`, {
      headers: { accept: 'text/html', 'accept-language': 'en' },
    })
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('Page not found')])
    expect((await fetch(`${service.url}/errors/orders/nothing`)).headers.get('content-type')).toContain(
      'problem',
    )
  })
})
