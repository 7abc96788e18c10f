// A page of several parts, each of which a caller may or may not see. It is cached under the versions of the topics that
// the caller sees. What has no version, because it changes all the time, is read for every request and becomes part of the
// page's name, so that the ETag covers both.
import type { Queryable } from '../../db/queryable.ts'
import { type Statement, sql } from '../../db/sql.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/input-reader.ts'
import { type Context, contextOf, type Handler, type Route, type Tools } from '../routing/route.ts'
import { cachedReply, nameOf } from './page-cache.ts'
import type { Topic } from './versioned-rows.ts'

export type Parts<Context, Row, Unversioned> = {
  /** The topics that this caller sees. */
  topics: (context: Context) => readonly Topic[]
  /** Returns one row. */
  unversioned: (context: Context) => Statement<Unversioned>
  /** Returns one row. */
  statement: (context: Context) => Statement<Row>
  shape: (row: Row, unversioned: Unversioned) => unknown
}

export function partsHandler<Caller extends Principal, Params, Row, Unversioned>(
  route: Route,
  { topics, unversioned, statement, shape }: Parts<Context<Caller, Params>, Row, Unversioned>,
  tools: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, undefined>(route)
  const send = cachedReply(route, tools)
  const name = nameOf(route)

  return async (principal, request, reply) => {
    const { params } = read(request)
    const context = contextOf(principal, request, params)
    const shown = topics(context)
    const now = await readVersioned(tools.db, principal.owner, shown, unversioned(context))
    const pageName = `${principal.owner} ${name} ${shown.join()} ${JSON.stringify(now.row)}`
    return send(request, reply, { ...principal, version: now.version }, pageName, async () => {
      const { version, row } = await readVersioned(tools.db, principal.owner, shown, statement(context))
      return { version, value: shape(row, now.row) }
    })
  }
}

/** A row and the versions of all the topics, in one snapshot. */
async function readVersioned<Row>(
  db: Queryable,
  owner: string,
  topics: readonly Topic[],
  statement: Statement<Row>,
): Promise<{ version: string; row: Row }> {
  const { page_version: version, ...row } = await db.one(
    sql<Row & { page_version: string }>`
      select (
        select coalesce(string_agg(client_versions.version::text, '.' order by client_versions.topic), '')
        from client_versions
        where client_versions.client_id = ${owner} and client_versions.topic = any(${[...topics]}::text[])
      ) as page_version, page.*
      from (${statement}) as page`,
  )
  return { version, row: row as Row }
}
