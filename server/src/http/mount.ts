// Puts declared routes on the server: admission, strict input, the answer, its bytes. Also answers 405 on
// known paths, and counts whoever shows a key on an unknown one.
import { createHash } from 'node:crypto'
import build from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { admission } from './admission.ts'
import { type CursorSealer, cursorSealer } from './cursors.ts'
import { etagOf, matches, type PageCache, pageCache } from './page-cache.ts'
import type { Authenticate, Principal } from './principal.ts'
import { problem } from './problems.ts'
import { type Context, clampLimit, type Route, type Router } from './router.ts'
import { bodyValidator, parameterValidator } from './validation.ts'

type Mounting<Who extends Principal> = {
  deps: Deps
  prefix: string
  router: Router<Who>
  authenticate: Authenticate<Who>
  today: () => string
}

declare module 'fastify' {
  interface FastifyRequest {
    who: Principal | null
  }
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function mount<Who extends Principal>(app: FastifyInstance, mounting: Mounting<Who>) {
  const { prefix, router, deps } = mounting
  const admit = admission(deps.limiter, mounting.authenticate)
  const sealer = cursorSealer(deps.secrets.keyFor('cursor'))
  const cache = pageCache()

  for (const route of router.routes) {
    const answer = answerer(route, mounting, sealer, cache)
    app.route({
      method: route.method,
      url: prefix + route.path,
      config: { route: prefix + route.path },
      onRequest: async (request, reply) => {
        if (!route.public) request.who = await admit(request, reply, route.topic, route.scope)
      },
      handler: answer,
    })
  }

  for (const [path, methods] of methodsByPath(router.routes)) {
    const missing = everyMethod.filter((method) => !methods.includes(method))
    app.route({
      method: missing,
      url: prefix + path,
      config: { route: prefix + path },
      onRequest: async (request, reply) => {
        if (request.headers.authorization) request.who = await admit(request, reply, null, null)
        throw problem('routing/method-not-allowed', {
          detail: `This path does not answer to ${request.method}. It answers to ${methods.join(', ')}.`,
          headers: { allow: methods.join(', ') },
        })
      },
      handler: async () => undefined,
    })
  }

  app.route({
    method: everyMethod,
    url: `${prefix}/*`,
    config: { route: `${prefix}/*` },
    onRequest: async (request, reply) => {
      if (request.headers.authorization) request.who = await admit(request, reply, null, null)
      throw problem('routing/not-found')
    },
    handler: async () => undefined,
  })
}

function methodsByPath(routes: readonly Route<never>[]): Map<string, HTTPMethods[]> {
  const methods = new Map<string, HTTPMethods[]>()
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? []
    known.push(...(method === 'GET' ? (['GET', 'HEAD'] as const) : [method]))
    methods.set(path, known)
  }
  return methods
}

type Input = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

function inputReader(route: Route<never>) {
  const params = route.params && parameterValidator(route.params)
  const query = parameterValidator(route.query)
  const body = route.body && bodyValidator(route.body)
  return (request: FastifyRequest): Input => ({
    params: params ? params(request.params as Record<string, unknown>) : {},
    query: query(request.query as Record<string, unknown>),
    body: body ? body(request.body) : undefined,
  })
}

function answerer<Who extends Principal>(
  route: Route<Who>,
  { deps, prefix, today }: Mounting<Who>,
  sealer: CursorSealer,
  cache: PageCache,
) {
  const read = inputReader(route)
  const serialize = route.reply ? build(route.reply as object) : null
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(route.reply))
    .digest('base64url')
    .slice(0, 12)
  const name = `${route.method} ${prefix}${route.path} ${fingerprint}`

  async function produce(context: Context<Who, never, never, never>, binding: string): Promise<Produced> {
    const { answer, topic } = route
    if (answer.kind === 'value') return { version: null, value: await answer.handle(context) }
    const { version, rows } = await readRows(deps, context.who.owner, topic, answer.statement(context))
    if (answer.kind === 'list') {
      const { sortKey, shape } = answer
      const seal = (last: never) => sealer.seal(binding, sortKey(last))
      return { version, value: toPage(rows, context.fetch - 1, shape, seal) }
    }
    const [row] = rows
    if (row === undefined) throw problem(answer.missing)
    return { version, value: answer.shape(row) }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, body } = read(request)
    const who = request.who as Who
    const { limit, cursor, ...filters } = query
    const binding = `${who?.owner} ${name} ${canonical(params)} ${canonical(filters)}`
    const size = clampLimit(limit)
    const context = {
      who,
      params,
      query: filters,
      body,
      after: typeof cursor === 'string' ? sealer.open(binding, cursor) : null,
      fetch: size + 1,
      requestId: request.id,
    } as unknown as Context<Who, never, never, never>

    const pageKey = route.topic ? `${binding} ${size} ${cursor ?? ''} ${today()}` : null
    if (pageKey !== null && who.version !== null) {
      const kept = cache.get(pageKey)
      const etag = kept?.version === who.version ? kept.etag : etagOf(pageKey, who.version)
      if (matches(request.headers['if-none-match'], etag)) {
        return reply.code(304).headers({ etag, 'cache-control': 'private, no-cache' }).send()
      }
      if (kept?.version === who.version) return send(reply, route.status, kept.bytes, etag)
    }

    const { version, value } = await produce(context, binding)
    if (!serialize) return reply.code(route.status).send()
    const bytes = Buffer.from(serialize(value))
    const page = pageKey !== null && version !== null ? cache.keep(pageKey, version, bytes) : null
    return send(reply, route.status, bytes, page?.etag)
  }
}

type Produced = { version: string | null; value: unknown }

/** Rows and the version they show, in one statement and so of one snapshot: no page is ever torn. */
async function readRows(deps: Deps, owner: string, topic: Route['topic'], statement: ReturnType<typeof sql>) {
  if (topic === null) return { version: null, rows: (await deps.db.rows(statement)) as never[] }
  const found = await deps.db.rows<{ page_version: string; page_row: true | null }>(sql`
    select client_versions.version::text as page_version, page.*
    from client_versions left join lateral (select true as page_row, rows.* from (${statement}) as rows) as page on true
    where client_versions.client_id = ${owner} and client_versions.topic = ${topic}`)
  return {
    version: found[0]?.page_version ?? null,
    rows: found.filter((row) => row.page_row) as never[],
  }
}

function toPage(
  rows: readonly never[],
  size: number,
  shape: (row: never) => unknown,
  seal: (last: never) => string,
) {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return { data: shown.map(shape), next_cursor: hasMore ? seal(last) : null, has_more: hasMore }
}

function send(reply: FastifyReply, status: number, bytes: Buffer, etag?: string) {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (etag) reply.headers({ etag, 'cache-control': 'private, no-cache' })
  else reply.header('cache-control', 'no-store')
  return reply.send(bytes)
}

function canonical(values: Record<string, unknown>): string {
  const names = Object.keys(values).sort()
  return JSON.stringify(names.map((name) => [name, values[name]]))
}
