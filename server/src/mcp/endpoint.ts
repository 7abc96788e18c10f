// `POST /mcp`: agents by the Model Context Protocol (Streamable HTTP, without sessions). Every message makes exactly one
// request to the portal, so each is authenticated, counted and logged as a request of its key: a tool's own, or `GET /me`,
// which also says which tools the key has. Without a valid key the answer is that of the portal.

import type { Environment } from '@anden/contract'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { DocsReader } from '../docs/reader.ts'
import type { Route } from '../http/routing/route.ts'
import { problemType } from '../http/wire/render-problem.ts'
import { problem } from '../problem.ts'
import { languageOf } from './language.ts'
import { NoAnswerInTime, type PortalAnswer, type PortalCaller, portalCaller } from './portal-caller.ts'
import { previewIds } from './preview-ids.ts'
import { type Asker, mcpSurface, type Surface } from './surface.ts'

const mcpPath = '/mcp'

/** More than an order with 200 lines needs. */
const maxBodyBytes = 256 * 1024
/** Longer than any request of the portal takes; an agent waits for 60 s. */
const timeoutMs = 30_000

type Mounted = {
  deps: Pick<Deps, 'secrets' | 'clock' | 'baseUrl' | 'corsOrigins' | 'mcp'>
  /** Of the portal. */
  prefix: string
  routes: readonly Route[]
  docs: DocsReader
}

export function mcpEndpoint(app: FastifyInstance, { deps, prefix, routes, docs }: Mounted) {
  const deadline = deps.mcp?.deadline ?? (() => AbortSignal.timeout(timeoutMs))
  let surface: Surface | null = null
  const open = () => {
    surface ??= mcpSurface(routes, docs, previewIds(deps.secrets.cursorKey, deps.clock))
    return surface
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // Loaded with the first message: the start needs no SDK.
    const { answerMessage } = await import('./protocol.ts')
    const portal = portalCaller(app, request, { prefix, deadline })
    const { body, headers } = request
    const work = open().workOf(body, headers.authorization ?? '')
    const needsAsker = work === null || work.kind === 'refused'
    const asker = needsAsker ? await askerOf(portal) : null
    if (needsAsker && asker === null) return passOn(reply, portal.latest())
    if (Array.isArray(body)) return reply.code(400).send(oneMessage)
    const response = await answerMessage(open(), portal, {
      body,
      headers: transportHeaders(headers),
      language: languageOf(headers['accept-language']),
      asker: asker ?? nobody,
      isTestKey: /^bearer +pk_test_/i.test(headers.authorization ?? ''),
      work,
      log: request.log,
    })
    // The transport has refused a call before it was made: whose it is has not been checked yet.
    if (portal.latest() === null && (await askerOf(portal)) === null) return passOn(reply, portal.latest())
    const latest = portal.latest()
    if (latest?.status === 401) return passOn(reply, latest)
    const type = response.headers.get('content-type')
    if (type) reply.type(type)
    return reply
      .code(response.status)
      .headers({ ...headersOf(latest), 'cache-control': 'no-store' })
      .send(Buffer.from(await response.arrayBuffer()))
  }

  app.register(
    async (scope) => {
      if (deps.corsOrigins.length > 0)
        await scope.register(cors, { ...corsOptions, origin: [...deps.corsOrigins] })
      scope.route({
        method: 'POST',
        url: '',
        bodyLimit: maxBodyBytes,
        config: { route: mcpPath },
        onRequest: async ({ headers: { origin } }) => {
          if (!isAllowed(origin, deps)) throw problem('auth/cross-origin', foreignPage)
        },
        handler: answer,
      })
    },
    { prefix: mcpPath },
  )
}

const corsOptions = {
  methods: ['POST'],
  allowedHeaders: ['authorization', 'content-type', 'mcp-protocol-version'],
  exposedHeaders: ['x-request-id', 'x-ratelimit-limit', 'retry-after', 'www-authenticate'],
  maxAge: 600,
}

/**
 * Not the Host of the request, which a page can choose by letting its own name resolve to this machine (DNS rebinding). A
 * program sends no Origin.
 */
function isAllowed(origin: string | undefined, { baseUrl, corsOrigins }: Mounted['deps']): boolean {
  return origin === undefined || origin === new URL(baseUrl()).origin || corsOrigins.includes(origin)
}

const foreignPage = {
  detail:
    'Pages of this origin may not call this address. The operator allows it with the setting CORS_ORIGINS; programs send no Origin.',
}

const oneMessage = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Send one message per request, not a batch.' },
}

/** A call is the request that says whose it is: nothing is listed for it. */
const nobody: Asker = { scopes: [], environment: 'live' }

/** null: the portal refuses the key, or the request for another reason. */
async function askerOf(portal: PortalCaller): Promise<Asker | null> {
  const answer = await portal.send({ method: 'GET', path: '/me', headers: {} }).catch((error: Error) => {
    throw error instanceof NoAnswerInTime
      ? problem('server/unavailable', { headers: { 'retry-after': '2' } })
      : error
  })
  if (answer.status !== 200) return null
  const { client, key } = answer.json() as {
    client: { environment: Environment }
    key: { scopes: readonly string[] } | null
  }
  return { scopes: key?.scopes ?? [], environment: client.environment }
}

/** Limits, and the id under which the request of the portal is logged. */
const ownHeaders = /^(?:(?:x-)?ratelimit|retry-after$|www-authenticate$|x-request-id$)/

const headersOf = (answer: PortalAnswer | null) =>
  Object.fromEntries(Object.entries(answer?.headers ?? {}).filter(([name]) => ownHeaders.test(name)))

/** The problem of the portal, with WWW-Authenticate or Retry-After. */
function passOn(reply: FastifyReply, answer: PortalAnswer | null) {
  if (!answer) throw problem('server/internal')
  return reply
    .code(answer.status)
    .headers({ ...headersOf(answer), 'cache-control': 'no-store', 'content-type': problemType })
    .send(JSON.stringify({ ...answer.json(), instance: mcpPath }))
}

/** What the transport reads. */
function transportHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  const names = ['accept', 'content-type', 'mcp-protocol-version']
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
