// A list that keeps the bytes of unchanged rows equals one that is rendered from scratch.
import { pageOf } from '@anden/contract'
import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { jsonSerializer } from '../wire/send-json.ts'
import { type RenderedList, renderList } from './rendered-list.ts'

const Item = Type.Object({ name: Type.String() })
const serializeItem = jsonSerializer(Item)
const serializePage = jsonSerializer(pageOf(Item))

const page = fc.record({
  rows: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'é', '🍷', 'a "quoted" one'), { minLength: 1 }),
  hasMore: fc.boolean(),
})
type Shown = { rows: string[]; hasMore: boolean }

const cursorOf = ({ rows, hasMore }: Shown) => (hasMore ? `after ${rows.at(-1)}` : null)

function render(shown: Shown, stale?: RenderedList) {
  const parsed: string[] = []
  const list = renderList(
    {
      ...shown,
      toJson: (name) => {
        parsed.push(name)
        return serializeItem({ name })
      },
      nextCursor: () => cursorOf(shown),
    },
    stale,
  )
  return { list, parsed }
}

const fromScratch = (shown: Shown) =>
  serializePage({
    data: shown.rows.map((name) => ({ name })),
    next_cursor: cursorOf(shown),
    has_more: shown.hasMore,
  }).toString()

test('after any changes', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), (pages) => {
      let stale: RenderedList | undefined
      for (const shown of pages) {
        stale = render(shown, stale).list
        expect(stale.bytes.toString()).toBe(fromScratch(shown))
      }
    }),
  )
})

test.each([
  ['a changed row', ['a', 'x', 'c', 'd'], ['x']],
  ['a new row at the start', ['x', 'a', 'b', 'c'], ['x']],
  ['a row that is gone', ['a', 'c', 'd'], []],
  ['nothing', ['a', 'b', 'c', 'd'], []],
])('only what is new is serialised: %s', (_, rows, expected) => {
  const before = render({ rows: ['a', 'b', 'c', 'd'], hasMore: true }).list
  expect(render({ rows, hasMore: true }, before).parsed).toEqual(expected)
})
