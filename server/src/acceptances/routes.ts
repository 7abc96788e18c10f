// What is below `/r/{token}`, the link of a remito, and what the driver's link has of it: the page, the remito, its PDF and its
// acceptance. The token is all that counts: neither keys nor cookies are looked at. It is checked first, then how often it is used,
// and only then is a body read.
import { AcceptanceReceipt, type acceptanceRefusals, PublicRemito } from '@anden/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { linkHeaders, linkLimits } from '../http/admission/links.ts'
import { acceptingOnly } from '../http/input/bodies.ts'
import { jsonSerializer, sendJson } from '../http/wire/send-json.ts'
import { throwProblem, unreachable } from '../problem.ts'
import { hashOfRemitoToken, remitoLinkPath } from '../remitos/link.ts'
import { renderedRemito } from '../remitos/pdf/route.ts'
import { linkPath } from '../trips/driver/link.ts'
import { findStopToRead } from '../trips/driver/report.ts'
import { driverLinks, type OfStop, positionOf, type SendPage, statusOf } from '../trips/driver/routes.ts'
import { type AcceptDeps, acceptByDriver, acceptByRecipient } from './accept.ts'
import { formOfPhone, readAcceptanceForm, requireSignature } from './form.ts'
import { egresoOfOrder, type LinkedRemito, linkedRemito, type ShownRemito, shownRemito } from './queries.ts'

/** Of one link, which several phones may have open. */
const requestsPerMinute = 120
const acceptancesPerMinute = 10

type OfLink = { Params: { token: string } }
type RouteDeps = AcceptDeps & Pick<Deps, 'limiter'>

export function remitoLinkRoutes(app: FastifyInstance, deps: RouteDeps, sendPage: SendPage | null) {
  const { db } = deps
  const limits = linkLimits(deps)
  const path = remitoLinkPath(':token')
  const serialize = jsonSerializer(PublicRemito)
  const serializeReceipt = jsonSerializer(AcceptanceReceipt)

  async function remitoOf(request: FastifyRequest<OfLink>): Promise<LinkedRemito> {
    const linkHash = hashOfRemitoToken(request.params.token)
    const remito = linkHash && (await db.maybeOne(linkedRemito(linkHash)))
    return remito ?? limits.refuseUnknown(request, 'remitos/unknown-link')
  }

  async function admit(request: FastifyRequest<OfLink>): Promise<LinkedRemito> {
    const remito = await remitoOf(request)
    await limits.admit(`link of remito ${remito.id}`, requestsPerMinute, 'A link can be asked')
    return remito
  }

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

  app.get<OfLink>(`${path}/remito`, async (request, reply) => {
    reply.headers(linkHeaders)
    const { id } = await admit(request)
    return sendJson(reply, 200, serialize(await publicRemito(deps, id)))
  })

  app.get<OfLink>(`${path}/pdf`, async (request, reply) => {
    reply.headers(linkHeaders)
    const { id } = await admit(request)
    const { etag, fileName, bytes } = await renderedRemito(deps, id)
    return reply
      .headers({
        etag,
        'cache-control': 'private, no-cache',
        'content-type': 'application/pdf',
        'content-language': 'es',
        'content-disposition': `inline; filename="${fileName}"`,
      })
      .send(bytes)
  })

  const admitted = new WeakMap<FastifyRequest, LinkedRemito>()
  app.register(
    acceptingOnly(['multipart/form-data'], {
      method: 'POST',
      url: `${path}/acceptance`,
      // Before the body is read.
      onRequest: async (request, reply) => {
        reply.headers(linkHeaders)
        const remito = await remitoOf(request as FastifyRequest<OfLink>)
        await limits.admit(
          `acceptance of remito ${remito.id}`,
          acceptancesPerMinute,
          'An acceptance can be sent',
        )
        if (remito.order_id === null) throwProblem('remitos/without-order')
        admitted.set(request, remito)
      },
      handler: async (request, reply) => {
        const remito = admitted.get(request) ?? unreachable('an acceptance without a link')
        const sent = await readAcceptanceForm(request, formOfPhone)
        const receipt = await acceptByRecipient(deps, request.id, remito, sent)
        return sendJson(reply, 201, serializeReceipt(receipt))
      },
    }),
  )
}

/** The same for the driver, whose link has the remitos of its stops. */
export function driverAcceptanceRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { db } = deps
  const limits = linkLimits(deps)
  const links = driverLinks(deps)
  const path = `${linkPath(':token')}/stops/:position`
  const serialize = jsonSerializer(PublicRemito)
  const serializeReceipt = jsonSerializer(AcceptanceReceipt)

  app.get<OfStop>(`${path}/remito`, async (request, reply) => {
    reply.headers(linkHeaders)
    const { tokenHash } = await links.admit(request)
    const orderId = await findStopToRead(db, tokenHash, positionOf(request.params.position))
    const remito = (await db.maybeOne(egresoOfOrder(orderId))) ?? throwProblem('trips/stop-not-found')
    return sendJson(reply, 200, serialize(await publicRemito(deps, remito.id)))
  })

  const admitted = new WeakMap<FastifyRequest, { tokenHash: Buffer; position: number }>()
  app.register(
    acceptingOnly(['multipart/form-data'], {
      method: 'POST',
      url: `${path}/acceptance`,
      onRequest: async (request, reply) => {
        reply.headers(linkHeaders)
        const { params } = request as FastifyRequest<OfStop>
        const { tokenHash, link } = await links.admit(request as FastifyRequest<OfStop>)
        const position = positionOf(params.position)
        await limits.admit(
          `acceptance of stop ${position} of ${link.trip_id}`,
          acceptancesPerMinute,
          'An acceptance can be sent',
        )
        admitted.set(request, { tokenHash, position })
      },
      handler: async (request, reply) => {
        const stop = admitted.get(request) ?? unreachable('an acceptance without a link')
        const sent = await readAcceptanceForm(request, formOfPhone)
        requireSignature(sent)
        const receipt = await acceptByDriver(deps, request.id, stop, sent)
        return receipt ? sendJson(reply, 201, serializeReceipt(receipt)) : links.refuseUnknown(request)
      },
    }),
  )
}

async function publicRemito(
  { db, warehouse }: Pick<RouteDeps, 'db' | 'warehouse'>,
  id: string,
): Promise<PublicRemito> {
  const { order_status, ...remito } =
    (await db.maybeOne(shownRemito(id))) ?? throwProblem('remitos/not-found')
  return { ...remito, warehouse_name: warehouse.name, refusal: refusalOf({ order_status, ...remito }) }
}

function refusalOf({
  order_number,
  order_status,
  acceptance,
  status,
}: Pick<ShownRemito, 'order_number' | 'order_status' | 'acceptance' | 'status'>):
  | (typeof acceptanceRefusals)[number]
  | null {
  if (order_number === null) return 'without-order'
  if (acceptance !== null) return 'already-accepted'
  if (status === 'voided') return 'voided'
  if (order_status === 'failed_delivery') return 'delivery-failed'
  return order_status === 'in_transit' || order_status === 'delivered' ? null : 'not-under-way'
}
