// The service's own body check finds an error exactly where JSON Schema does, with Ajv as the reference.
import type { FieldFault } from '@anden/contract'
import { compileCheck } from '@anden/contract/validation'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats } from '../../../tests/harness/ajv-formats.ts'
import { routes } from '../../../tests/harness/input-schemas.ts'
import { exampleOf } from '../../openapi/components.ts'

const ajv = new Ajv2020({ strict: false, formats })
// Ajv's own implementation divides, and so refuses 0.007 as a multiple of 0.001.
ajv.removeKeyword('multipleOf')
ajv.addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  validate: (step: number, value: number) => Number.isInteger(Number(`${value}e${-Math.log10(step)}`)),
})

const oddValues = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    0,
    -1,
    1.5,
    1e9,
    1e21,
    0.0001,
    '',
    ' ',
    'x',
    null,
    true,
    [],
    {},
    [{}],
    ['order.created', 'order.created'],
  ),
  fc.constantFrom(
    '2026-02-30',
    '2026-11-01',
    '2026-11-01T00:00:00Z',
    'a@b.c',
    'R 0001-00000001',
    '20-12345678-6',
  ),
  fc.nat(600).map((length) => 'ñ'.repeat(length)),
)

describe.each(routes.filter(({ body }) => body))('the body of $name', ({ body }) => {
  if (!body) throw new Error('the route has no body')
  const check = compileCheck(body)
  const isValid = ajv.compile(body)

  test('has errors exactly where JSON Schema reports them', () => {
    const valid = exampleOf(body)
    const places = placesIn(valid)
    fc.assert(
      fc.property(fc.constantFrom(...places, ['surprise']), oddValues, (place, value) => {
        const changed = withValueAt(structuredClone(valid), place, value)
        const faults: FieldFault[] = []
        check(changed, '', faults)
        expect([changed, faults.length === 0]).toEqual([changed, isValid(changed)])
      }),
      { numRuns: 150 },
    )
  })
})

type Json = ReturnType<typeof JSON.parse>
type Place = (string | number)[]

function placesIn(value: Json, here: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [here]
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [here, ...[...names].flatMap((name) => placesIn(value[name], [...here, name]))]
}

function withValueAt(whole: Json, [name, ...rest]: Place, value: unknown): Json {
  if (name === undefined) return value
  whole[name] = withValueAt(whole[name], rest, value)
  return whole
}
