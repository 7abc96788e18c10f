// Paging through a list while rows are added and removed: each row present throughout is seen exactly once, in
// order, and no row is seen twice, for any page sizes.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOf, lists, type Placed, type PortalList, placeCount, requestList } from '../harness/lists.ts'
import { useService } from '../harness/prologue.ts'
import type { TestClient } from '../harness/service.ts'
import { repeats } from '../harness/sizes.ts'

const service = await useService()

const places = (maxLength: number) => fc.array(fc.nat({ max: placeCount - 1 }), { maxLength })
const step = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  /** Rows added before the page is read. */
  added: places(3),
  /** Indexes of the rows that are removed before the page is read. */
  removed: fc.array(fc.nat(), { maxLength: 3 }),
})
type Step = { limit: number; added: number[]; removed: number[] }

type Page = { data: { product_id: string }[]; next_cursor: string | null; has_more: boolean }

/** Every row ever added, whether it is still present, and whether it was there from the start. */
type Ledger = Map<string, Placed & { initial: boolean; present: boolean }>

function note(ledger: Ledger, rows: readonly Placed[], initial: boolean) {
  for (const row of rows) ledger.set(row.id, { ...row, initial, present: true })
}

async function changeRows(list: PortalList, client: TestClient, ledger: Ledger, { added, removed }: Step) {
  if (added.length > 0) note(ledger, await list.add(service.db, client.id, added), false)
  const present = [...ledger.values()].filter((row) => row.present)
  const gone = new Set(
    removed.map((index) => present[index % present.length]).filter((row) => row !== undefined),
  )
  if (!list.remove || gone.size === 0) return
  for (const row of gone) row.present = false
  await list.remove(
    service.db,
    client.id,
    [...gone].map(({ id }) => id),
  )
}

async function walk(
  list: PortalList,
  client: TestClient,
  ledger: Ledger,
  steps: readonly Step[],
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let i = 0; ; i++) {
    const next = steps[i % steps.length] ?? { limit: 3, added: [], removed: [] }
    // The changes stop, so that the walk ends.
    if (i > 0 && i <= 12) await changeRows(list, client, ledger, next)
    const query: string = `?limit=${next.limit}${cursor ? `&cursor=${cursor}` : ''}`
    const { status, body } = await client.portal.get<Page>(list.path + query)
    expect(status).toBe(200)
    expect(body.data.length).toBeLessThanOrEqual(next.limit)
    expect(body.next_cursor !== null).toBe(body.has_more)
    if (body.has_more) expect(body.data).toHaveLength(next.limit)
    seen.push(...body.data.map(idOf))
    expect(new Set(seen).size).toBe(seen.length)
    if (!body.has_more) return seen
    cursor = body.next_cursor
  }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

test.each([...lists, requestList])(
  'GET $path: no row is missed, shown twice or out of order',
  async (list) => {
    await fc.assert(
      fc.asyncProperty(places(40), fc.array(step, { minLength: 1, maxLength: 8 }), async (initial, steps) => {
        const client = await service.aClient()
        const ledger: Ledger = new Map()
        if (initial.length > 0) note(ledger, await list.add(service.db, client.id, initial), true)
        const seen = await walk(list, client, ledger, steps)

        const keys = seen.map((id) => ledger.get(id)?.key ?? `unknown row ${id}`)
        const sorted = keys.toSorted(byBytes)
        expect(keys).toEqual(list.newestFirst ? sorted.reverse() : sorted)
        const always = [...ledger.values()].filter((row) => row.initial && row.present)
        expect(always.filter(({ id }) => !seen.includes(id))).toEqual([])
      }),
      { numRuns: repeats(60) },
    )
  },
)
