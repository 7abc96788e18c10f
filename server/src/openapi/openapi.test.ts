// The API description is held against the code elsewhere: every answer of the tests is checked by it. Here it
// is held against itself.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { backofficePrefix, backofficeRouter, portalPrefix, portalRouter } from '../app.ts'
import type { Route } from '../http/route.ts'
import { bodyValidator } from '../http/validation.ts'
import { formats } from '../testing/ajv-formats.ts'
import { buildOpenApi } from './build.ts'
import { declarationDeps } from './declaration-deps.ts'
import { exampleOf } from './example.ts'

const [portal, backoffice] = [portalRouter(declarationDeps), backofficeRouter(declarationDeps)]
const routes = [...portal.routes, ...backoffice.routes].map((route) => ({
  ...(route as unknown as Route),
  name: `${route.method} ${route.path}`,
}))
const documents = [
  { title: 'portal', document: buildOpenApi(portal, portalPrefix) },
  { title: 'back office', document: buildOpenApi(backoffice, backofficePrefix) },
]
type Operation = {
  operationId: string
  responses: Record<
    string,
    { content?: Record<string, { schema: object; example?: unknown; examples?: Examples }> }
  >
}
type Examples = Record<string, { value: { status: number } }>

describe('the example of a request', () => {
  test.each(routes.filter((route) => route.body))('to $name is one that is accepted', ({ body }) => {
    if (!body) throw new Error('a route with a body was asked for')
    const example = exampleOf(body)
    expect(bodyValidator(body)(example)).toEqual(example)
  })
})

describe.each(documents)('the description of the $title API', ({ document }) => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])
  const ajv = new Ajv2020({ strict: false, formats: { ...formats, binary: true } })

  test('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('has examples that are as its schemas say, each under its own status', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema, example, examples = {} } of Object.values(content)) {
          const validate = ajv.compile({ components: document.components, ...schema })
          for (const value of [
            ...(example === undefined ? [] : [example]),
            ...Object.values(examples).map((one) => one.value),
          ])
            expect([operationId, value, validate(value), validate.errors]).toEqual([
              operationId,
              value,
              true,
              null,
            ])
          for (const { value } of Object.values(examples)) expect(String(value.status)).toBe(status)
        }
      }
    }
  })

  test('refers to nothing that is not there, and has nothing that is not referred to', () => {
    const text = JSON.stringify(document)
    const references = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map((one) => one[0].slice(2, -1)),
    )
    const { schemas, headers } = document.components
    const held = [
      ...Object.keys(schemas).map((name) => `/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `/components/headers/${name}`),
    ]
    expect([...references].sort()).toEqual(held.sort())
  })
})
