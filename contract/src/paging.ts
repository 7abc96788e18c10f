import { type TProperties, type TSchema, Type } from 'typebox'
import { Timestamp } from './primitives.ts'

export const pageLimit = { default: 50, min: 1, max: 100 } as const

/** As long as the head of a request can be. */
const maxCursorLength = 16 * 1024

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      default: pageLimit.default,
      description: `Rows per page, ${pageLimit.min} to ${pageLimit.max}; values outside are clamped`,
      examples: [50],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: maxCursorLength,
      description: '`next_cursor` of the previous page. Valid only with the same filters',
      examples: ['WyIyMDI2LTExLTAyVDEzOjQ1OjEwLjI1MFoiXQ'],
    }),
  ),
}

/** The query of a list: its filters, `limit` and `cursor`, and nothing else. */
export function listQuery<const Filters extends TProperties>(filters: Filters) {
  return Type.Object({ ...filters, ...PageQuery }, { additionalProperties: false })
}

/** The envelope of every list. */
export function pageOf<Item extends TSchema>(item: Item) {
  const title = (item as { title?: string }).title ?? 'Item'
  return Type.Object(
    {
      data: Type.Array(item),
      next_cursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Where the next page starts; null when there is none',
      }),
      has_more: Type.Boolean({ description: 'false: this is the end of the list' }),
    },
    { title: `${title}Page`, additionalProperties: false },
  )
}

export type Page<Item> = { data: Item[]; next_cursor: string | null; has_more: boolean }

/** The range that lists by time take: `from` inclusive, `to` exclusive. */
export const CreatedBetween = {
  from: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'Created at or after this moment',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'Created before this moment',
      examples: ['2026-12-01T00:00:00Z'],
    }),
  ),
}
