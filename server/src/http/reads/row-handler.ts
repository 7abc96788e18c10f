import type { ProblemCode } from '@anden/contract'
import type { Statement } from '../../db/sql.ts'
import { problem } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { canonical, inputReader } from '../input/input-reader.ts'
import { contextOf, type Handler, type Route, type RowContext, type Tools } from '../routing/route.ts'
import { cachedReply, nameOf } from './page-cache.ts'
import { readVersionedRows } from './versioned-rows.ts'

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
    if (row === undefined) throw problem(missing)
    return { version, value: shape(row) }
  }

  return (principal, request, reply) => {
    const { params, query } = read(request)
    const context = { ...contextOf(principal, request, params), query }
    const pageName = `${principal.owner} ${name} ${canonical(params)} ${canonical(query)}`
    return send(request, reply, principal, pageName, () => produce(context))
  }
}
