// Answers writes: the whole of one in one transaction, with its answer stored under its Idempotency-Key
// where it has one.
import build from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { sendJson } from './answer-read.ts'
import { hashOfBody, type idempotency, readIdempotencyKey, type StoredAnswer } from './idempotency.ts'
import { inputReader } from './input.ts'
import type { Principal } from './principal.ts'
import { type ProblemError, pathOf, problemDocument, problemType } from './problems.ts'
import type { Answer, Route, WriteContext } from './route.ts'

export type WriteTools = { deps: Deps; prefix: string; once: ReturnType<typeof idempotency> }
type Write<Who extends Principal> = Extract<Answer<Who>, { kind: 'write' }>

export function writeAnswer<Who extends Principal>(route: Route<Who>, answer: Write<Who>, tools: WriteTools) {
  const { deps, prefix, once } = tools
  const read = inputReader(route)
  const serialize = route.reply ? build(route.reply as object) : null

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key =
      route.idempotency === 'none'
        ? null
        : readIdempotencyKey(request.headers['idempotency-key'], route.idempotency === 'required')
    const { params, body: given } = read(request)
    const body = answer.prepare ? await answer.prepare({ body: given as never }) : given
    const who = request.who as Who
    const by = { actor: who.actor, requestId: request.id }

    const work = async (tx: Transaction) => {
      const context = { who, params, body, by, tx } as unknown as WriteContext<Who, never, never>
      const value = (await answer.handle(context)) as never
      return {
        status: route.status,
        location: answer.location ? deps.baseUrl() + prefix + answer.location(value) : null,
        body: Buffer.from(serialize ? serialize(value) : ''),
      }
    }

    if (key === null)
      return sendAnswer(reply, { ...(await deps.db.transaction(work)), replayed: false }, request.id)
    const stored = await once(
      {
        scope: route.idempotency === 'required' ? who.owner : `${who.keyId} ${pathOf(request)}`,
        key,
        bodyHash: hashOfBody(request.body ?? null),
        ttlSeconds: deps.idempotencyTtlSeconds,
        keptRefusals: route.problems,
        render: (refusal) => renderRefusal(refusal, deps.baseUrl(), request),
      },
      work,
    )
    return sendAnswer(reply, stored, request.id)
  }
}

function renderRefusal(refusal: ProblemError, baseUrl: string, request: FastifyRequest) {
  const { status, body } = problemDocument(refusal, baseUrl, { path: pathOf(request), id: request.id })
  return { status, location: null, body: Buffer.from(JSON.stringify(body)) }
}

/** Only the request id is the new request's own. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer, requestId: string) {
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  if (answer.location) reply.header('location', answer.location)
  if (answer.status >= 400) {
    const document = { ...JSON.parse(answer.body.toString('utf8')), request_id: requestId }
    return reply
      .code(answer.status)
      .headers({ 'content-type': problemType, 'cache-control': 'no-store' })
      .send(JSON.stringify(document))
  }
  if (answer.body.length === 0) return reply.code(answer.status).header('cache-control', 'no-store').send()
  return sendJson(reply, answer.status, answer.body)
}
