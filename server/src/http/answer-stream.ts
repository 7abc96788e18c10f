import type { FastifyReply, FastifyRequest } from 'fastify'
import { inputReader } from './input.ts'
import type { Principal } from './principal.ts'
import type { Answer, Context, Route } from './route.ts'

type Stream<Who extends Principal> = Extract<Answer<Who>, { kind: 'stream' }>

/** For bodies that are read as they come in: the route's own handler does the rest. */
export function streamAnswer<Who extends Principal>(route: Route<Who>, answer: Stream<Who>) {
  const read = inputReader(route)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query } = read(request)
    const who = request.who as Who
    const context = {
      who,
      params,
      query,
      body: undefined,
      after: null,
      rowLimit: 0,
      by: { actor: who.actor, requestId: request.id },
    } as unknown as Context<Who, never, never, never>
    return answer.handle(context, request, reply)
  }
}
