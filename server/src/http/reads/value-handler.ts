// Handlers that return the whole reply.

import type { ProblemCode } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { problem } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { canonical, inputReader } from '../input/validation.ts'
import { isOfSandbox } from '../routing/hide-sandboxes.ts'
import {
  type Context,
  contextOf,
  type Handler,
  type Route,
  type RowContext,
  type SnapshotContext,
  type Tools,
} from '../routing/route.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import { cachedReply, nameOf } from './page-cache.ts'
import { readVersionedRows, type Topic } from './versioned-rows.ts'

export function valueHandler<Caller extends Principal, Params, Body>(
  route: Route,
  handle: (context: Context<Caller, Params> & { body: Body }) => Promise<unknown>,
): Handler<Caller> {
  const read = inputReader<Params, unknown, Body>(route)
  const serialize = jsonSerializer(route.reply)
  return async (principal, request, reply) => {
    const { params, body } = read(request)
    const value = await handle({ ...contextOf(principal, request, params), body })
    return sendJson(reply, route.status, serialize(value))
  }
}

export function snapshotHandler<Caller extends Principal, Params, Query, Body>(
  route: Route,
  handle: (context: SnapshotContext<Caller, Params, Query, Body>) => Promise<unknown>,
  { db }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, Query, Body>(route)
  const serialize = jsonSerializer(route.reply)
  return async (principal, request, reply) => {
    const { params, query, body } = read(request)
    const context = contextOf(principal, request, params)
    const value = await db.snapshot((at) => handle({ ...context, query, body, at }))
    return sendJson(reply, route.status, serialize(value))
  }
}

export function publicHandler(route: Route, handle: () => Promise<unknown>): Handler<null> {
  const read = inputReader(route)
  const serialize = jsonSerializer(route.reply)
  return async (_, request, reply) => {
    read(request)
    return sendJson(reply, route.status, serialize(await handle()))
  }
}

export type OneRow<Context, Row> = {
  statement: (context: Context) => Statement<Row>
  /** Converts the row to the reply. */
  shape: (row: Row) => unknown
  missing: ProblemCode
}

export function rowHandler<Caller extends Principal, Params extends object, Query extends object, Row>(
  route: Route,
  { statement, shape, missing }: OneRow<RowContext<Caller, Params, Query>, Row>,
  tools: Tools,
): Handler<Caller> {
  const read = inputReader<Params, Query, undefined>(route)
  const send = cachedReply(route, tools)
  const name = nameOf(route)

  async function produce(context: RowContext<Caller, Params, Query>) {
    const { version, rows } = await readVersionedRows(
      tools.db,
      context.principal.owner,
      route.topic,
      statement(context),
    )
    const [row] = rows
    if (row === undefined || (context.client === null && isOfSandbox(row))) throw problem(missing)
    return { version, value: shape(row) }
  }

  return (principal, request, reply) => {
    const { params, query } = read(request)
    const context = { ...contextOf(principal, request, params), query }
    const pageName = `${principal.owner} ${name} ${canonical(params)} ${canonical(query)}`
    return send(request, reply, principal, pageName, () => produce(context))
  }
}

// A page of several parts, each of which a caller may or may not see. It is cached under the versions of the topics that
// the caller sees. What has no version, because it changes all the time, is read for every request and becomes part of the
// page's name, so that the ETag covers both.

export type Parts<Context, Row, Unversioned> = {
  /** The topics that this caller sees. */
  topics: (context: Context) => readonly Topic[]
  /** Returns one row. */
  unversioned: (context: Context) => Statement<Unversioned>
  /** Returns one row. */
  statement: (context: Context) => Statement<Row>
  shape: (row: Row, unversioned: Unversioned, context: Context) => unknown
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
      return { version, value: shape(row, now.row, context) }
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
