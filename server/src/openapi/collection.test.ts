import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))
const variables: string[] = read('docs/collections/local.postman-environment.json').values.map(
  ({ key }: { key: string }) => key,
)

type Item = { name: string; request: { method: string; url: { raw: string; variable: { key: string }[] } } }

describe.each(['portal', 'backoffice'])('the collection of %s', (name) => {
  const collection = read(`docs/collections/${name}.postman.json`)
  const api = read(`openapi/${name}.json`)
  const items: Item[] = collection.item.flatMap((folder: { item: Item[] }) => folder.item)

  test('has every operation once', () => {
    const base = `{{base_url}}${api.servers[0]?.url}`
    const described = Object.entries(api.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${base}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    expect(items.map(({ request }) => `${request.method} ${request.url.raw}`).sort()).toEqual(
      described.sort(),
    )
  })

  test('uses only variables of the environment, and defines those of its paths', () => {
    const used = new Set([...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key))
    expect([...used].filter((key) => !variables.includes(key ?? ''))).toEqual([])
    for (const { request } of items) {
      const inPath = [...request.url.raw.matchAll(/\/:(\w+)/g)].map(([, key]) => key)
      expect(request.url.variable.map(({ key }) => key)).toEqual(inPath)
    }
  })
})
