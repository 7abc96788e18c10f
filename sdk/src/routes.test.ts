// Every route of the API descriptions is a method of the SDK, and every method is a route.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Backoffice } from './backoffice.ts'
import { Anden } from './index.ts'
import type { ClientOptions } from './options.ts'
import { AndenSandbox } from './sandbox.ts'

type Document = {
  paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
}

const documentOf = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))

/** A list as CSV has no method of its own: those who want a file ask for an export. */
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths)
    .filter(([path]) => !path.endsWith('.csv'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path.replace(/^\/auth\//, '/api/auth/')}`,
        operation,
      })),
    )

/** Serves as an id, a file, a body, a query and options. */
const anything = new Blob([])

type Method = (...parameters: unknown[]) => PromiseLike<unknown>

function methodsOf(resource: object): Method[] {
  return Object.values(resource).flatMap((member) =>
    typeof member === 'function' ? [member] : methodsOf(member),
  )
}

/** Calls every method, and records what it would send. */
async function sentBy(client: (options: ClientOptions) => Anden | Backoffice) {
  const sent = new Map<string, Headers>()
  const anden = client({
    baseUrl: 'https://portal.example.com',
    retries: 0,
    hooks: { beforeRequest: ({ method, route, headers }) => void sent.set(`${method} ${route}`, headers) },
    fetch: async () => new Response(null, { status: 404 }),
  })
  const combined: unknown[] = anden instanceof Anden ? [anden.events.follow, anden.orders.import] : []
  for (const method of methodsOf(anden).filter((one) => !combined.includes(one))) {
    await Promise.resolve(method('id', anything, anything)).catch(() => undefined)
  }
  const live = anden.live()[Symbol.asyncIterator]()
  await live.next().catch(() => undefined)
  return sent
}

describe.each([
  ['portal', (options: ClientOptions) => new AndenSandbox(options)],
  ['backoffice', (options: ClientOptions) => new Backoffice(options)],
] as const)('%s', (name, client) => {
  const operations = operationsOf(documentOf(name))

  test('every route is a method, and every method a route', async () => {
    const sent = await sentBy(client)
    expect([...sent.keys()].sort()).toEqual(operations.map((one) => one.name).sort())
  })

  test('an Idempotency-Key is sent wherever the route takes one, and nowhere else', async () => {
    const sent = await sentBy(client)
    const takesKey = operations
      .filter(({ operation }) => operation.parameters?.some((one) => one.name === 'Idempotency-Key'))
      .map((one) => one.name)
    const sendsKey = [...sent].filter(([, headers]) => headers.has('idempotency-key')).map(([route]) => route)
    expect(sendsKey.sort()).toEqual(takesKey.sort())
    expect(takesKey.length).toBeGreaterThan(0)
  })
})
