import { OneOf, Timestamp } from './primitives.ts'
import { type TProperties, type TSchema, Type } from './type.ts'
import { languages } from './users.ts'

export const pageLimit = { default: 50, min: 1, max: 100 } as const

/** The maximum total size of the request headers. */
const maxCursorLength = 16 * 1024

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      default: pageLimit.default,
      description: `Rows per page, ${pageLimit.min} to ${pageLimit.max}; values outside this range are clamped`,
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

/** The query parameters of a list: its filters, `limit` and `cursor`. Any other parameter is rejected. */
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
        description: 'Pass as `cursor` to get the next page; null if there is none',
      }),
      has_more: Type.Boolean({ description: 'false: this is the last page' }),
    },
    { title: `${title}Page`, additionalProperties: false },
  )
}

export type Page<Item> = { data: Item[]; next_cursor: string | null; has_more: boolean }

/** The time range filter of lists ordered by creation: `from` inclusive, `to` exclusive. */
export const CreatedBetween = {
  from: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'Created at or after this time',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'Created before this time',
      examples: ['2026-12-01T00:00:00Z'],
    }),
  ),
}

/** The parameters of a list as a file for people, beside its filters. */
export const SheetParameters = {
  format: Type.Optional(
    OneOf(['xlsx', 'csv'], {
      default: 'xlsx',
      description:
        '`xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English',
    }),
  ),
  language: Type.Optional(
    OneOf(languages, { description: 'The language of the file. Default: as `Accept-Language` says' }),
  ),
}

export const SheetRows = {
  rows: Type.Optional(
    OneOf(['documents', 'lines'], {
      default: 'documents',
      description: '`lines`: one row per line of each document',
    }),
  ),
}
