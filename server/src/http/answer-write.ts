// Answers writes: the whole of one in one transaction, with its answer stored under its Idempotency-Key
// where it has one.
import build from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../app/deps.ts'
import type { Transaction } from '../db/pool.ts'
import type { ProblemError } from '../problem.ts'
import { sendJson } from './answer-read.ts'
import { hashOfBody, idempotency, readIdempotencyKey, type StoredAnswer } from './idempotency.ts'
import { inputReader } from './input.ts'
import type { Principal } from './principal.ts'
import { pathOf, problemDocument, problemType } from './render-problem.ts'
import type { Answer, Route, WriteContext } from './route.ts'

export type WriteTools = { deps: Deps; prefix: string; once: AnswerOnce }
type Write<Who extends Principal> = Extract<Answer<Who>, { kind: 'write' }>

export function writeAnswer<Who extends Principal>(route: Route<Who>, answer: Write<Who>, tools: WriteTools) {
  const { deps, prefix, once } = tools
  const read = inputReader(route)
  const serialize = route.reply ? build(route.reply as object) : null

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = readIdempotencyKey(request, route.idempotency)
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

    const hash = () => hashOfBody(request.body ?? null)
    const stored = await once(request, { key, hash, keptRefusals: route.problems }, work)
    return sendAnswer(reply, stored, request.id)
  }
}

type Once = {
  /** null: the request has none, and is done each time it comes. */
  key: string | null
  /** Of what makes two requests with one key the same. */
  hash: () => Buffer
  keptRefusals: readonly string[]
}
type AnswerOnce = ReturnType<typeof answerOnce>

/** Does the work of a request in one transaction, or gives the answer that was stored under its Idempotency-Key. */
export function answerOnce(
  deps: Pick<Deps, 'db' | 'baseUrl' | 'idempotencyTtlSeconds' | 'idempotencyWaitMs'>,
) {
  const once = idempotency(deps.db, deps.idempotencyWaitMs)
  return async (
    request: FastifyRequest,
    { key, hash, keptRefusals }: Once,
    work: (tx: Transaction) => Promise<Omit<StoredAnswer, 'replayed'>>,
  ): Promise<StoredAnswer> => {
    if (key === null) return { ...(await deps.db.transaction(work)), replayed: false }
    const { who, method } = request
    if (who === null) throw new Error('a request without credentials has no Idempotency-Key')
    return once(
      {
        scope: `${who.idempotencyOwner} ${method} ${routedPath(request)}`,
        key,
        bodyHash: hash(),
        ttlSeconds: deps.idempotencyTtlSeconds,
        keptRefusals,
        render: (refusal) => renderRefusal(refusal, deps.baseUrl(), request),
      },
      work,
    )
  }
}

/** The path as the router read it: `/%6Frders` is `/orders`, and an id in capitals is the same id. */
function routedPath(request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  const pattern = request.routeOptions.config.route ?? pathOf(request)
  return pattern.replace(/:(\w+)/g, (_, name: string) => params[name]?.toLowerCase() ?? '')
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
