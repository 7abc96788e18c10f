import type { Page } from '@anden/contract'
import type { Queryable } from '../db/pool.ts'
import type { SortKey } from '../db/sort-key.ts'
import type { Statement } from '../db/sql.ts'
import { cachedReply, nameOf } from './cached-reply.ts'
import { contextOf } from './context.ts'
import { listInputReader } from './input.ts'
import type { Principal } from './principal.ts'
import type { Handler, ListContext, Route, Tools } from './route.ts'
import { readEmptyPage, readVersionedRows } from './versioned-rows.ts'

export type List<Context, Query, Row> = {
  statement: (context: Context) => Statement<Row>
  sortKey: (row: Row) => SortKey
  /** A check before the list is read. */
  before: (context: Context) => Promise<unknown>
  /** Start of a feed, which has a cursor on its last page too; null for a list that ends. */
  resume: (query: Query) => SortKey | null
  /** Converts the page of rows to the reply. */
  render: (page: Page<Row>, context: Context, at: Queryable) => Promise<unknown>
  /** Whether `render` reads more from the database, in the same snapshot as the rows. */
  isSnapshot: boolean
}

export function listHandler<Caller extends Principal, Params, Query, Row>(
  route: Route,
  list: List<ListContext<Caller, Params, Query>, Query, Row>,
  tools: Tools,
): Handler<Caller> {
  const { db, sealer } = tools
  const { topic } = route
  const { statement, sortKey, before, resume, render, isSnapshot } = list
  const read = listInputReader<Params, Query>(route)
  const send = cachedReply(route, tools)
  const name = nameOf(route)
  type Context = ListContext<Caller, Params, Query>

  async function readRows(at: Queryable, context: Context) {
    const selected = statement(context)
    const found = await readVersionedRows(at, context.principal.owner, topic, selected)
    if (topic === null || found.rows.length > 0) return found
    return readEmptyPage(at, context.principal.owner, topic, selected)
  }

  function toPage(
    rows: readonly Row[],
    { query, page: { after, rowLimit } }: Context,
    binding: string,
  ): Page<Row> {
    const data = rows.slice(0, rowLimit - 1)
    const last = data.at(-1)
    const has_more = rows.length >= rowLimit
    const start = resume(query)
    const next =
      last !== undefined && (has_more || start !== null)
        ? sortKey(last)
        : start === null
          ? null
          : (after ?? start)
    return { data, next_cursor: next && sealer.seal(binding, next), has_more }
  }

  async function produce(context: Context, binding: string) {
    await before(context)
    const readPage = async (at: Queryable) => {
      const { version, rows } = await readRows(at, context)
      return { version, value: await render(toPage(rows, context, binding), context, at) }
    }
    return isSnapshot ? db.snapshot(readPage) : readPage(db)
  }

  return async (principal, request, reply) => {
    const { params, query, limit, cursor, canonical } = read(request)
    const binding = `${principal.owner} ${name} ${canonical}`
    const context = {
      ...contextOf(principal, request, params),
      query,
      page: { after: cursor === null ? null : sealer.open(binding, cursor), rowLimit: limit + 1 },
    }
    const pageName = `${binding} ${limit} ${cursor ?? ''}`
    return send(request, reply, principal, pageName, () => produce(context, binding))
  }
}
