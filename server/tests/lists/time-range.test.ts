import { beforeEach, describe, expect, test } from 'vitest'
import { lists, type PortalList } from '../harness/lists.ts'
import { expectProblem } from '../harness/problem-answers.ts'
import { useService } from '../harness/prologue.ts'
import type { TestClient } from '../harness/service.ts'

const service = await useService()

// Rows at 2026-05-01T00:00:00.000Z, .001Z and .002Z.
const second = '2026-05-01T00:00:00'
const byTime = lists.filter(({ newestFirst, byDay }) => newestFirst && !byDay)

describe.each(byTime)('from and to of GET $path', ({ path, filter, add }: PortalList) => {
  let client: TestClient
  let ids: string[]
  beforeEach(async () => {
    client = await service.aClient()
    ids = (await add(service.db, client.id, [0, 1, 2])).map(({ id }) => id)
  })
  const between = async (query: string) => {
    const { body } = await client.portal.get(`${path}?${query}`)
    return body.data.map(({ id }: { id: string }) => ids.indexOf(id))
  }

  test('from is inclusive, to is exclusive', async () => {
    expect(await between(`from=${second}.001Z`)).toEqual([2, 1])
    expect(await between(`to=${second}.001Z`)).toEqual([0])
    expect(await between(`from=${second}.000Z&to=${second}.002Z`)).toEqual([1, 0])
    expect(await between(`from=${second}.001Z&to=${second}.001Z`)).toEqual([])
  })

  test('combine with another filter and a cursor', async () => {
    const query = `${filter}&from=${second}.000Z&to=${second}.002Z`
    expect(await between(query)).toEqual([1, 0])
    const { next_cursor } = (await client.portal.get(`${path}?${query}&limit=1`)).body
    expect(await between(`${query}&cursor=${next_cursor}`)).toEqual([0])
  })

  test('accept any time zone and precision', async () => {
    expect(await between('from=2026-04-30T21:00:00.001-03:00')).toEqual([2, 1])
    expect(await between('from=2026-05-01T05:30:00.001%2B05:30')).toEqual([2, 1])
    expect(await between('to=2026-05-01t00:00:01z')).toEqual([2, 1, 0])
    // A bound between two milliseconds is applied exactly.
    expect(await between(`from=${second}.000001Z`)).toEqual([2, 1])
    expect(await between(`to=${second}.0000001Z`)).toEqual([0])
    expect(await between(`from=${second}.001000Z`)).toEqual([2, 1])
  })

  test('are refused when from is later than to, in any time zone', async () => {
    for (const query of [
      `from=${second}.002Z&to=${second}.001Z`,
      'from=2026-05-01T00:00:00-03:00&to=2026-05-01T01:00:00Z',
    ]) {
      const problem = expectProblem(
        await client.portal.get(`${path}?${query}`),
        'validation/invalid-parameter',
      )
      expect(problem.errors).toEqual([{ pointer: 'from', detail: 'must not be later than "to"' }])
    }
    expect(await between('from=2026-05-01T00:00:00-03:00&to=2026-05-01T03:00:00Z')).toEqual([])
  })

  test.each([
    ['2026-05-01', 'ISO 8601'],
    ['2026-05-01T00:00:00', 'ISO 8601'],
    ['2026-02-30T00:00:00Z', 'is not a day: 2026-02-30 does not exist'],
    ['2026-05-01T24:30:00Z', 'is not a time: 24:30:00Z does not exist'],
    ['2026-05-01T00:00Z', 'ISO 8601'],
    ['1777593600', 'ISO 8601'],
    ['yesterday', 'ISO 8601'],
    ['infinity', 'ISO 8601'],
    ['', 'ISO 8601'],
  ])('are refused as "%s"', async (moment, detail) => {
    for (const name of ['from', 'to']) {
      const answer = await client.portal.get(`${path}?${name}=${moment}`)
      const { errors } = expectProblem(answer, 'validation/invalid-parameter')
      expect(errors).toEqual([{ pointer: name, detail: expect.stringContaining(detail) }])
    }
  })
})
