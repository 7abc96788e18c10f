// Other tests compare the API description with the code: every response in the tests is validated against it. These
// tests check that the description is consistent in itself.
import { eventTypes } from '@anden/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '../../tests/harness/ajv-formats.ts'
import { declarationDeps } from '../app/deps.ts'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../app/routes.ts'
import { bodyValidator } from '../http/input/validation.ts'
import type { Route } from '../http/routing/route.ts'
import { buildOpenApi } from './build.ts'
import { exampleOf } from './components.ts'
import { openReplies } from './open-replies.ts'

const [portal, backoffice] = [portalRouter(declarationDeps), backofficeRouter(declarationDeps)]
const routes = [...portal.routes, ...backoffice.routes].map((route) => ({
  ...(route as unknown as Route),
  name: `${route.method} ${route.path}`,
}))
const documents = [
  { title: 'portal', document: buildOpenApi(portal, portalPrefix, declarationDeps, signInReference) },
  {
    title: 'back office',
    document: buildOpenApi(backoffice, backofficePrefix, declarationDeps, signInReference),
  },
]
type Operation = {
  operationId: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<
    string,
    { content?: Record<string, { schema: object; example?: unknown; examples?: Examples }> }
  >
}
type Parameter = { name: string; in: string; required: boolean; schema: object; example?: unknown }
type Examples = Record<string, { value: { status: number } }>

describe('the example of a request', () => {
  test.each(routes.filter((route) => route.body))('to $name is accepted', ({ body }) => {
    if (!body) throw new Error('expected a route with a body')
    const example = exampleOf(body)
    expect(bodyValidator(body)(example)).toEqual(example)
  })
})

describe.each(documents)('the description of the $title API', ({ document }) => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])
  const ajv = new Ajv2020({ strict: false, formats: { ...formats, binary: true } })
  // Most operations have the same schema for their problems, and each compilation takes 3 ms.
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const text = JSON.stringify(schema)
    const validate = validators.get(text) ?? ajv.compile({ components: document.components, ...schema })
    validators.set(text, validate)
    return validate
  }

  test('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('describes every tag', () => {
    const described = document.tags.map(({ name }) => name)
    expect([...new Set(operations.flatMap(({ tags }) => tags))].sort()).toEqual(described.sort())
  })

  test('has examples that match its schemas, each under its own status', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema, example, examples = {} } of Object.values(content)) {
          const validate = validatorOf(schema)
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

  test('has no dangling reference and no unused component', () => {
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

describe.each(documents)('the published description of the $title API', ({ document: strict }) => {
  const document = openReplies(strict)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])
  const inputs = new Set<string>()
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (inputs.has(name)) continue
      inputs.add(name)
      collect(document.components.schemas[name])
    }
  }
  for (const { requestBody } of operations) collect(requestBody)
  const sent = JSON.stringify([
    operations.map(({ responses }) => responses),
    'webhooks' in document ? document.webhooks : [],
    Object.entries(document.components.schemas).filter(([name]) => !inputs.has(name)),
  ])

  test('forbids no further member and no further value in what the service sends', () => {
    expect(sent).not.toContain('"additionalProperties":false')
    expect(sent).not.toContain('"enum"')
    expect(sent).toContain('Values may be added')
  })

  test('still forbids them in what it receives', () => {
    const bodies = JSON.stringify([...inputs].map((name) => document.components.schemas[name]))
    expect(bodies).toContain('"additionalProperties":false')
    expect(bodies).toContain('"enum"')
  })

  test('has one content type per response, files for people excepted', () => {
    const several = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { content = {} }]) => Object.keys(content).length > 1)
        .map(() => operationId),
    )
    expect(several.filter((id) => !id.startsWith('export'))).toEqual([])
  })

  test('has one server, and an ASCII title', () => {
    expect(operations.filter((operation) => 'servers' in operation)).toEqual([])
    expect(document.paths).toHaveProperty(['/auth/sign-in/email'])
    expect(document.info['title']).toMatch(/^[ -~]+$/)
  })
})

describe('a request that the reference page sends unedited', () => {
  const operations = documents.flatMap(({ document }) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method} ${path}`,
        ...(operation as Operation),
      })),
    ),
  )

  test('has no made-up id, cursor or date in a parameter', () => {
    for (const { name, parameters } of operations) {
      for (const { name: parameter, example, schema } of parameters) {
        if (parameter === 'Idempotency-Key') continue
        expect([name, parameter, example, 'examples' in schema]).toEqual([name, parameter, undefined, false])
      }
    }
  })

  test('can omit an optional body', () => {
    const optional = operations.filter(({ requestBody }) => requestBody?.required === false)
    expect(optional.map(({ name }) => name).sort()).toEqual([
      'post /clients/{id}/keys/{key_id}/rotate',
      'post /clients/{id}/webhooks/{webhook_id}/test',
      'post /keys/{id}/rotate',
      'post /sandbox/inbound/{id}/receive',
      'post /staff-keys/{id}/rotate',
      'post /webhooks/{id}/recover',
      'post /webhooks/{id}/rotate-secret',
      'post /webhooks/{id}/test',
    ])
  })

  test('has nothing in a form that is not described', () => {
    const forms = operations.flatMap(
      ({ requestBody }) => requestBody?.content['multipart/form-data']?.schema ?? [],
    )
    expect(forms.length).toBeGreaterThan(0)
    for (const form of forms) expect(form).toMatchObject({ additionalProperties: false })
  })
})

describe('the figures in the description', () => {
  test('come from the settings', () => {
    const text = JSON.stringify(
      buildOpenApi(
        portal,
        portalPrefix,
        {
          rateLimits: { read_per_hour: 77, write_per_hour: 66, burst_per_minute: 55 },
          idempotencyTtlSeconds: 7_200,
          webhooks: {
            ...declarationDeps.webhooks,
            timeoutMs: 2_500,
            retryScheduleSeconds: [0, 60, 540],
            pauseAfter: 4,
            sourceAddresses: ['203.0.113.7', '2001:db8::/48'],
          },
        },
        signInReference,
      ),
    )
    for (const figure of [
      '77 reads and 66 writes per hour, and 55 requests',
      'within 2 hours',
      'within 2.5 seconds',
      '3 attempts over 10 minutes in total',
      'After 4 consecutive failed attempts',
      'Deliveries come from `203.0.113.7`, `2001:db8::/48`',
    ])
      expect(text).toContain(figure)
    expect(text).not.toMatch(/24 hours|10 seconds|7 attempts|33 hours/)
  })

  test('are the defaults in the committed documents', () => {
    const text = JSON.stringify(documents[0]?.document)
    for (const figure of [
      '1000 reads and 100 writes',
      '24 hours',
      '10 seconds',
      '7 attempts over about 33 hours',
    ])
      expect(text).toContain(figure)
  })
})

test('webhook.test is described along with the events that can be subscribed to', () => {
  const { webhooks = {} } = buildOpenApi(portal, portalPrefix, declarationDeps, signInReference) as {
    webhooks?: object
  }
  expect(Object.keys(webhooks)).toEqual([...eventTypes, 'webhook.test'])
  expect(webhooks).toHaveProperty(['webhook.test', 'post', 'description'])
})
