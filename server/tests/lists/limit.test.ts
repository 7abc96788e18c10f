import { beforeAll, describe, expect, test } from 'vitest'
import { declarationDeps } from '../../src/app/deps.ts'
import { portalRouter } from '../../src/app/routes.ts'
import { lists, placeCount } from '../harness/lists.ts'
import { expectProblem } from '../harness/problem-answers.ts'
import { useService } from '../harness/prologue.ts'
import type { TestClient } from '../harness/service.ts'

const service = await useService()

/** Routes that need more than a client: an event, an endpoint, a lot, a session, a sandbox. They are tested in their rooms. */
const testedElsewhere = [
  '/events',
  '/keys',
  '/requests',
  '/sandbox/mails',
  '/stock/:id/history',
  '/stock/lots/:id/trace',
  '/users',
  '/webhooks/:id/deliveries',
]

test('tests/harness/lists.ts has every list of the portal', () => {
  const declared = portalRouter(declarationDeps).routes.filter(({ isList }) => isList)
  const known = [...lists.map(({ path }) => path), ...testedElsewhere]
  expect(known.sort()).toEqual(declared.map(({ path }) => path).sort())
})

describe.each(lists)('limit of GET $path', ({ path, add }) => {
  let client: TestClient
  beforeAll(async () => {
    client = await service.aClient()
    await add(
      service.db,
      client.id,
      Array.from({ length: 102 }, (_, i) => i % placeCount),
    )
  })

  test.each([
    ['', 50],
    ['?limit=1', 1],
    ['?limit=7', 7],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ['?limit=0', 1],
    ['?limit=-3', 1],
    ['?limit=007', 7],
    ['?limit=99999999999999999999', 100],
    ['?limit=-99999999999999999999', 1],
  ])('%s returns %i rows and a cursor', async (query, count) => {
    const { status, body } = await client.portal.get(path + query)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(count)
    expect(body.has_more).toBe(true)
  })

  test.each(['ten', '1.5', '1e2', '', '%20', '0x10', 'Infinity', '1,000'])(
    '"%s" is refused',
    async (limit) => {
      const problem = expectProblem(
        await client.portal.get(`${path}?limit=${limit}`),
        'validation/invalid-parameter',
      )
      expect(problem.errors).toEqual([{ pointer: 'limit', detail: 'must be a whole number' }])
    },
  )
})
