// Replies with a list as a file for people, Excel or CSV: the rows that the list has with the same filters. Each page is read
// as an export in CSV reads it, then completed by what its sheet needs of other tables.
import type { Language, Page } from '@anden/contract'
import type { PageRange, SortKey } from '../../../db/keyset.ts'
import type { Queryable } from '../../../db/queryable.ts'
import type { Statement } from '../../../db/sql.ts'
import type { Principal } from '../../admission/principal.ts'
import { inputReader } from '../../input/validation.ts'
import { contextOf, type Handler, type ListContext, type Route, type Tools } from '../../routing/route.ts'
import { preferredLanguage } from '../../wire/accept-language.ts'
import { csvContentType, type ExportPage, sendExport } from '../csv/export.ts'
import type { CellValue, Sheet } from './sheet.ts'
import { csvOf } from './write-csv.ts'
import { xlsxOf } from './write-xlsx.ts'

export const xlsxContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const writers = {
  xlsx: { contentType: xlsxContentType, write: xlsxOf },
  csv: { contentType: csvContentType, write: csvOf },
}

/** The parameters of the file, beside the filters of its list. */
type SheetOptions = {
  format?: keyof typeof writers
  language?: Language
  rows?: 'documents' | 'lines'
}

export type SheetSource<Context, Row, Item> = {
  statement: (context: Context) => Statement<Row>
  sortKey: (row: Row) => SortKey
  shape: (row: Row, context: Context) => Item
  /** A check before the list is read. */
  before: (context: Context) => Promise<unknown>
  /** The reply of a list in an envelope, which is read to raise the problems that it raises; null: there is none. */
  render: ((page: Page<Item>, context: Context, at: Queryable) => Promise<unknown>) | null
  sheet: Sheet<Item, Context>
  /** With one row per line of a document; null: the list has no lines. */
  lines: Sheet<Item, Context> | null
}

export function sheetHandler<Caller extends Principal, Params, Query, Row, Item>(
  route: Route,
  source: SheetSource<ListContext<Caller, Params, Query>, Row, Item>,
  tools: Tools,
): Handler<Caller> {
  const { statement, sortKey, shape, before, render } = source
  const readInput = inputReader<Params, Query & SheetOptions, undefined>(route)
  const localTime = localTimeIn(tools.timeZone)
  type Context = ListContext<Caller, Params, Query>

  function pageReader(context: Context, sheet: Sheet<Item, Context>, language: Language) {
    const cellsOf = sheet.open(context, tools.db, language)
    let isFirst = true
    return async (page: PageRange): Promise<ExportPage<CellValue[]>> => {
      const at = { ...context, page }
      if (isFirst) await check(at)
      isFirst = false
      const found = await tools.db.rows(statement(at))
      const listed = found.slice(0, page.rowLimit - 1)
      const last = listed.at(-1)
      const next = last !== undefined && found.length > listed.length ? sortKey(last) : null
      const rows = await cellsOf(listed.map((row) => shape(row, at)))
      return { rows, listed: listed.length, next }
    }
  }

  async function check(context: Context) {
    await before(context)
    const empty = { data: [], next_cursor: null, has_more: false }
    if (render) await tools.db.snapshot((at) => render(empty, context, at))
  }

  return (principal, request, reply) => {
    const { params, query } = readInput(request)
    const { format = 'xlsx', language: chosen, rows, ...filters } = query
    const language = chosen ?? preferredLanguage(request.headers['accept-language'])
    const sheet = rows === 'lines' && source.lines ? source.lines : source.sheet
    const context = {
      ...contextOf(principal, request, params),
      query: filters as Query,
      page: { after: null, rowLimit: 0 },
    }
    const { contentType, write } = writers[format]
    const file = { ...sheet, language, localTime }
    const vary = [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', ')
    reply.headers({ vary, 'content-language': language })
    return sendExport(request, reply, route, tools, {
      contentType,
      fileName: `${sheet.name[language]}-${tools.today(principal.client)}.${format}`,
      after: null,
      read: pageReader(context, sheet, language),
      encode: (first, readNext) => write(first, readNext, tools.csv.policy, file),
    })
  }
}

// Moments of the API as they are shown in a spreadsheet, which knows no time zones: the time on the warehouse's clock.

/** The returned function gives `2026-11-14 09:30:05` for `2026-11-14T12:30:05.250Z`. */
export function localTimeIn(timeZone: string): (moment: string) => string {
  // The Swedish notation is the one of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (moment) => format.format(new Date(moment))
}
