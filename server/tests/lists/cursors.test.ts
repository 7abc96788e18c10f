import { describe, expect, test } from 'vitest'
import { cursorSealer } from '../../src/http/reads/list-handler.ts'
import { lists } from '../harness/lists.ts'
import { expectProblem } from '../harness/problem-answers.ts'
import { useService } from '../harness/prologue.ts'

const service = await useService()

const places = [0, 1, 2, 3, 4, 5, 6]

describe.each(lists)('the cursor of GET $path', ({ path, filter, add }) => {
  async function aClientWithRows() {
    const client = await service.aClient()
    await add(service.db, client.id, places)
    const first = await client.portal.get(`${path}?limit=3`)
    const cursor: string = first.body.next_cursor
    const follow = (query: string) => client.portal.get(`${path}?${query}`)
    return { client, first, cursor, follow }
  }

  test('continues where the page ended, and the last page has none', async () => {
    const { first, cursor, follow } = await aClientWithRows()
    expect(first.body).toMatchObject({ has_more: true, next_cursor: expect.stringMatching(/^[\w-]+$/) })
    const second = await follow(`limit=4&cursor=${cursor}`)
    expect(second.body.data).toHaveLength(4)
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
    const whole = (await follow('limit=100')).body.data
    expect([...first.body.data, ...second.body.data]).toEqual(whole)
  })

  test('stays valid with another limit and when reused', async () => {
    const { cursor, follow } = await aClientWithRows()
    for (const limit of [1, 2, 4]) {
      const { status, body } = await follow(`limit=${limit}&cursor=${cursor}`)
      expect(status).toBe(200)
      expect(body.data).toHaveLength(limit)
    }
  })

  test('is refused if truncated, extended, altered or never issued', async () => {
    const { cursor, follow } = await aClientWithRows()
    const altered = (i: number) => cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1)
    const forged = cursorSealer(Buffer.from('another key')).seal('', ['2026-01-01T00:00:00.000Z', ''])
    const bad = [
      '',
      'A',
      'null',
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor.slice(0, 22),
      `${cursor}A`,
      `${cursor}=`,
      altered(0),
      altered(cursor.length - 2),
      forged,
    ]
    for (const one of bad) {
      expectProblem(await follow(`cursor=${encodeURIComponent(one)}`), 'validation/invalid-cursor')
    }
  })

  test('is refused with filters other than its own', async () => {
    const { cursor, follow } = await aClientWithRows()
    const isDefault = filter === 'min_quantity=0' || filter === 'include_depleted=false'
    if (isDefault) expect((await follow(`${filter}&cursor=${cursor}`)).status).toBe(200)
    else expectProblem(await follow(`${filter}&cursor=${cursor}`), 'validation/invalid-cursor')
    const filtered = await follow(`${filter}&limit=2`)
    const own: string = filtered.body.next_cursor
    expect((await follow(`${filter}&cursor=${own}`)).status).toBe(200)
    if (!isDefault) expectProblem(await follow(`cursor=${own}`), 'validation/invalid-cursor')
  })

  test('is refused to another client', async () => {
    const { cursor } = await aClientWithRows()
    const other = await aClientWithRows()
    expectProblem(await other.follow(`cursor=${cursor}`), 'validation/invalid-cursor')
  })

  test('is refused by every other list', async () => {
    const { client, cursor } = await aClientWithRows()
    for (const other of lists.filter((one) => one.path !== path)) {
      const answer = await client.portal.get(`${other.path}?cursor=${cursor}`)
      expectProblem(answer, 'validation/invalid-cursor')
    }
  })

  test('is validated after the rest of the input', async () => {
    const { follow } = await aClientWithRows()
    expectProblem(await follow('cursor=bad&surprise=1'), 'validation/invalid-parameter')
  })
})
