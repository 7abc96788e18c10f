import type { FastifyRequest } from 'fastify'
import type { Principal } from '../admission/principal.ts'
import type { Context } from './route.ts'

export function contextOf<Caller extends Principal, Params>(
  principal: Caller,
  request: FastifyRequest,
  params: Params,
): Context<Caller, Params> {
  const by = { actor: principal.actor, requestId: request.id }
  return { principal, client: principal.client, params, by }
}
