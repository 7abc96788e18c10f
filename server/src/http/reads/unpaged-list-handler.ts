import type { Statement } from '../../db/sql.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/input-reader.ts'
import { contextOf } from '../routing/context.ts'
import type { Context, Handler, Route, Tools } from '../routing/route.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import { varyByAccept, wantsCsv } from './csv/negotiate.ts'
import { csvReply } from './csv/reply.ts'

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
      return sendCsv(request, reply, null, async () => ({ rows: await readRows(), next: null }))
    }
    return sendJson(reply, route.status, serialize({ data: await readRows() }))
  }
}
