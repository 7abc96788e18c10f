import type { ProblemCode } from '@anden/contract'
import type { Statement } from '../db/sql.ts'
import { problem } from '../problem.ts'
import { cachedReply, nameOf } from './cached-reply.ts'
import { canonical, inputReader } from './input.ts'
import type { Principal } from './principal.ts'
import type { Context, Handler, Route, Tools } from './route.ts'
import { readVersionedRows } from './versioned-rows.ts'

export type OneRow<Context, Row> = {
  statement: (context: Context) => Statement<Row>
  /** From the row to the reply. */
  shape: (row: Row) => unknown
  missing: ProblemCode
}

export function rowHandler<Who extends Principal, Params extends Record<string, string>, Row>(
  route: Route,
  { statement, shape, missing }: OneRow<Context<Who, Params>, Row>,
  tools: Tools,
): Handler<Who> {
  const read = inputReader<Params, unknown, undefined>(route)
  const send = cachedReply(route, tools)
  const name = nameOf(route)

  async function produce(context: Context<Who, Params>) {
    const { version, rows } = await readVersionedRows(
      tools.db,
      context.who.owner,
      route.topic,
      statement(context),
    )
    const [row] = rows
    if (row === undefined) throw problem(missing)
    return { version, value: shape(row) }
  }

  return async (who, request, reply) => {
    const { params } = read(request)
    const context = { who, params, by: { actor: who.actor, requestId: request.id } }
    const page = `${who.owner} ${name} ${canonical(params)}`
    return send(request, reply, who, page, () => produce(context))
  }
}
