import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Page } from '@anden/contract'
import type { PageRange, SortKey } from '../../db/keyset.ts'
import type { Queryable } from '../../db/queryable.ts'
import { type RecordFormat, recordFormat } from '../../db/records.ts'
import type { Statement } from '../../db/sql.ts'
import { problem } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader, listInputReader } from '../input/validation.ts'
import {
  type Context,
  contextOf,
  type Handler,
  type ListContext,
  type Route,
  type Tools,
} from '../routing/route.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import { type CsvPage, csvReply } from './csv/export.ts'
import { varyByAccept, wantsCsv } from './csv/table.ts'
import { cachedReply, nameOf } from './page-cache.ts'
import { type RenderedList, renderList } from './rendered-list.ts'
import { readEmptyPage, readVersionedRows, type Topic } from './versioned-rows.ts'

export type List<Context, Query, Row, Item> = {
  statement: (context: Context) => Statement<Row>
  sortKey: (row: Row) => SortKey
  /** Converts a row to its contract type. */
  shape: (row: Row, context: Context) => Item
  /** A check before the list is read. */
  before: (context: Context) => Promise<unknown>
  /** Start of a feed, which has a cursor on its last page too; null for a list that ends. */
  resume: (query: Query) => SortKey | null
  /** Adds what takes further statements to the items, in the same snapshot; null: nothing. Not for a list with a topic. */
  complete: ((items: Item[], context: Context, at: Queryable) => Promise<Item[]>) | null
  /** Builds the reply from the page and what it reads in the same snapshot; null: the page is the reply. */
  render: ((page: Page<Item>, context: Context, at: Queryable) => Promise<unknown>) | null
}

export function listHandler<Caller extends Principal, Params, Query, Row, Item>(
  route: Route,
  list: List<ListContext<Caller, Params, Query>, Query, Row, Item>,
  tools: Tools,
): Handler<Caller> {
  const { db, sealer, readPage } = tools
  const { topic } = route
  const { statement, sortKey, shape, before, resume, complete, render } = list
  const read = listInputReader<Params, Query>(route)
  const send = cachedReply(route, tools)
  const serializeItem = jsonSerializer(route.item)
  const sendCsv = csvReply(route, tools)
  const name = nameOf(route)
  type Context = ListContext<Caller, Params, Query>

  async function readRows(at: Queryable, context: Context) {
    const selected = statement(context)
    const found = await readVersionedRows(at, context.principal.owner, topic, selected)
    if (topic === null || found.rows.length > 0) return found
    return readEmptyPage(at, context.principal.owner, topic, selected)
  }

  function nextCursor(last: Row | undefined, hasMore: boolean, context: Context, binding: string) {
    const start = resume(context.query)
    const next =
      last !== undefined && (hasMore || start !== null)
        ? sortKey(last)
        : start === null
          ? null
          : (context.page.after ?? start)
    return next && sealer.seal(binding, next)
  }

  function toPage(rows: readonly Row[], context: Context, binding: string): Page<Item> {
    const { rowLimit } = context.page
    const shown = rows.slice(0, rowLimit - 1)
    const has_more = rows.length >= rowLimit
    const data = shown.map((row) => shape(row, context))
    return { data, next_cursor: nextCursor(shown.at(-1), has_more, context, binding), has_more }
  }

  /** A page of a topic, which is cached. */
  async function renderRecords(topic: Topic, context: Context, binding: string, stale?: RenderedList) {
    await before(context)
    const selected = statement(context)
    const format = await formatOf(selected)
    const { owner } = context.principal
    const { version, records } = await readPage({ owner, topic, statement: selected, format })
    if (records.length === 0) return { version, value: toPage([], context, binding) }
    const rows = records.slice(0, context.page.rowLimit - 1)
    const hasMore = records.length > rows.length
    const shown = {
      rows,
      hasMore,
      toJson: (record: string) => serializeItem(shape(format.parse<Row>(record), context)),
      nextCursor: () => nextCursor(format.parse<Row>(rows.at(-1) ?? ''), hasMore, context, binding),
    }
    return { version, list: renderList(shown, stale) }
  }

  /** Determined once for each combination of filters. */
  const formats = new Map<string, RecordFormat>()
  async function formatOf(selected: Statement): Promise<RecordFormat> {
    const known = formats.get(selected.text)
    if (known) return known
    const format = recordFormat('page', await db.columns(selected))
    formats.set(selected.text, format)
    return format
  }

  async function produce(context: Context, binding: string) {
    await before(context)
    const readPage = async (at: Queryable) => {
      const { version, rows } = await readRows(at, context)
      const page = toPage(rows, context, binding)
      if (complete) page.data = await complete(page.data, context, at)
      return { version, value: render ? await render(page, context, at) : page, rows }
    }
    return render || complete ? db.snapshot(readPage) : readPage(db)
  }

  /** The first page is read as for JSON, so that it raises the same problems. */
  function csvPageReader(context: Context, binding: string) {
    let isFirst = true
    return async (page: PageRange): Promise<CsvPage> => {
      const at = { ...context, page }
      const rows = isFirst ? (await produce(at, binding)).rows : await db.rows(statement(at))
      isFirst = false
      const shown = rows.slice(0, page.rowLimit - 1)
      const last = shown.at(-1)
      const hasMore = last !== undefined && rows.length > shown.length
      const items = shown.map((row) => shape(row, at))
      return { rows: complete ? await complete(items, at, db) : items, next: hasMore ? sortKey(last) : null }
    }
  }

  return (principal, request, reply) => {
    varyByAccept(reply)
    const { params, query, limit, cursor, canonical } = read(request)
    const binding = `${principal.owner} ${name} ${canonical}`
    const after = cursor === null ? null : sealer.open(binding, cursor)
    const context = {
      ...contextOf(principal, request, params),
      query,
      page: { after, rowLimit: limit + 1 },
    }
    if (wantsCsv(request.headers.accept)) {
      return sendCsv(request, reply, principal, after, csvPageReader(context, binding))
    }
    const pageName = `${binding} ${limit} ${cursor ?? ''}`
    return send(request, reply, principal, pageName, (stale) =>
      topic !== null && render === null
        ? renderRecords(topic, context, binding, stale)
        : produce(context, binding),
    )
  }
}

/** All rows in one reply, `{ data }`. */
export function unpagedListHandler<Caller extends Principal, Params>(
  route: Route,
  statement: (context: Context<Caller, Params>) => Statement<unknown>,
  tools: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, undefined>(route)
  const serialize = jsonSerializer(route.reply)
  const sendCsv = csvReply(route, tools)
  return async (principal, request, reply) => {
    varyByAccept(reply)
    const { params } = read(request)
    const readRows = () => tools.db.rows(statement(contextOf(principal, request, params)))
    if (wantsCsv(request.headers.accept)) {
      return sendCsv(request, reply, principal, null, async () => ({ rows: await readRows(), next: null }))
    }
    return sendJson(reply, route.status, serialize({ data: await readRows() }))
  }
}

// A cursor is the sort key of the last row, authenticated together with the client, the list and the filters it was
// issued for. A forged or truncated cursor, or one issued for another list, is rejected before any query runs.

const macBytes = 16

export function cursorSealer(secret: Buffer) {
  // A KeyObject: given a Buffer, each HMAC would create one, which takes five times as long.
  const key = createSecretKey(secret)
  const mac = (binding: string, payload: Buffer) =>
    createHmac('sha256', key).update(`${binding}\n`).update(payload).digest().subarray(0, macBytes)
  return {
    seal(binding: string, sortKey: SortKey): string {
      const payload = Buffer.from(JSON.stringify(sortKey))
      return Buffer.concat([mac(binding, payload), payload]).toString('base64url')
    },
    open(binding: string, cursor: string): SortKey {
      const bytes = Buffer.from(cursor, 'base64url')
      const payload = bytes.subarray(macBytes)
      const genuine =
        bytes.length > macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(bytes.subarray(0, macBytes), mac(binding, payload))
      if (!genuine) throw problem('validation/invalid-cursor')
      return JSON.parse(payload.toString('utf8')) as SortKey
    },
  }
}
export type CursorSealer = ReturnType<typeof cursorSealer>
