// What is below `/t/{token}`: the page of a driver's link, and what it reads and sends. The token is all that counts: neither keys
// nor cookies are looked at. Whoever tries tokens is limited by address, which never refuses one that exists.
import { DriverTrip, FailedStop } from '@anden/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Deps } from '../../deps.ts'
import { linkHeaders, linkLimits } from '../../http/admission/links.ts'
import { bodyValidator } from '../../http/input/validation.ts'
import { problemDocument } from '../../http/wire/render-problem.ts'
import { jsonSerializer, sendJson } from '../../http/wire/send-json.ts'
import { ProblemError, problem, unreachable } from '../../problem.ts'
import { hashOfToken, linkPath } from './link.ts'
import { type LinkedTrip, linkedTrip } from './queries.ts'
import { failStop, tripOfLink } from './report.ts'

/** Of one link, which several phones may have open. */
const requestsPerMinute = 120

const maxReportBytes = 16 * 1024

/** Sends the page itself, which is the same for every link. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply

type OfLink = { Params: { token: string } }
export type OfStop = { Params: { token: string; position: string } }

type Admitted = { tokenHash: Buffer; link: LinkedTrip }

/** Who may read and report with the link of a request. */
export function driverLinks({ db, limiter }: Pick<Deps, 'db' | 'limiter'>) {
  const limits = linkLimits({ limiter })
  const refuseUnknown = (request: FastifyRequest) => limits.refuseUnknown(request, 'trips/unknown-link')
  return {
    refuseUnknown,
    /** Refuses a link that does not exist, and one that is asked too often. */
    async admit(request: FastifyRequest<OfLink>): Promise<Admitted> {
      const tokenHash = hashOfToken(request.params.token)
      const link = tokenHash && (await db.maybeOne(linkedTrip(tokenHash)))
      if (!link) return refuseUnknown(request)
      await limits.admit(`driver link of ${link.trip_id}`, requestsPerMinute, 'A link can be asked')
      return { tokenHash, link }
    },
  }
}

export function driverRoutes(
  app: FastifyInstance,
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  sendPage: SendPage | null,
) {
  const serialize = jsonSerializer(DriverTrip)
  const validate = bodyValidator(FailedStop)
  const path = linkPath(':token')
  const { admit, refuseUnknown } = driverLinks({ db, limiter })

  if (sendPage) {
    for (const url of [path, `${path}/`])
      app.get<OfLink>(url, async (request, reply) => {
        const status = await admit(request).then(
          () => 200,
          (error) => statusOf(error, reply),
        )
        return sendPage(request, reply, status)
      })
  }

  app.get<OfLink>(`${path}/trip`, async (request, reply) => {
    reply.headers(linkHeaders)
    const { link } = await admit(request)
    const trip = await tripOfLink(db, link)
    return trip ? sendJson(reply, 200, serialize(trip)) : refuseUnknown(request)
  })

  const admitted = new WeakMap<FastifyRequest, Buffer>()
  app.post<OfStop>(`${path}/stops/:position/fail`, {
    bodyLimit: maxReportBytes,
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.headers(linkHeaders)
      admitted.set(request, (await admit(request)).tokenHash)
    },
    handler: async (request, reply) => {
      const tokenHash = admitted.get(request) ?? unreachable('a report without a link')
      const position = positionOf(request.params.position)
      const { reason } = validate(request.body ?? null) as FailedStop
      const report = { position, reason }
      const trip = await db.transaction((tx) => failStop(tx, request.id, tokenHash, report))
      return trip ? sendJson(reply, 200, serialize(trip)) : refuseUnknown(request)
    },
  })
}

export function positionOf(position: string): number {
  if (!/^\d{1,4}$/.test(position)) throw problem('trips/stop-not-found')
  return Number(position)
}

/** The page is sent with it, and says in words what is wrong. */
export function statusOf(error: Error, reply: FastifyReply): number {
  if (isDatabaseUnavailable(error)) return 503
  if (!(error instanceof ProblemError)) throw error
  const { status, headers } = problemDocument(error, '', { path: '', id: '' })
  reply.headers(headers)
  return status
}
