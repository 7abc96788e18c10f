// Puts declared routes on the server, each behind its admission. Also answers 405 on known paths, and counts
// whoever shows a key on an unknown one.
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Deps } from '../deps.ts'
import { admission } from './admission.ts'
import { readAnswer } from './answer-read.ts'
import { streamAnswer } from './answer-stream.ts'
import { answerOnce, writeAnswer } from './answer-write.ts'
import { cursorSealer } from './cursors.ts'
import { pageCache } from './page-cache.ts'
import type { Authenticate, Principal } from './principal.ts'
import { problem } from './problems.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'
import { takingOnly } from './streamed-body.ts'

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

/** All that Node lets through: a wrong one gets its 405 whichever it is. */
const everyMethod = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

export function mount<Who extends Principal>(app: FastifyInstance, mounting: Mounting<Who>) {
  const { prefix, router, deps } = mounting
  const admit = admission(deps.limiter, mounting.authenticate)
  const tools = {
    deps,
    db: deps.db,
    prefix,
    today: mounting.today,
    sealer: cursorSealer(deps.secrets.cursorKey),
    cache: pageCache(),
    once: answerOnce(deps),
  }

  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  for (const route of router.routes) {
    const options: RouteOptions = {
      method: route.method,
      url: prefix + route.path,
      config: { route: prefix + route.path },
      onRequest: async (request, reply) => {
        if (!route.public) request.who = await admit(request, reply, route.topic, route.scope)
      },
      handler: handlerOf(route, tools),
    }
    if (route.streamed) app.register(takingOnly(route.streamed, options))
    else app.route(options)
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

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Tools = Parameters<typeof readAnswer>[2] & Parameters<typeof writeAnswer>[2]

function handlerOf<Who extends Principal>(route: Route<Who>, tools: Tools): Handler {
  const { answer } = route
  switch (answer.kind) {
    case 'write':
      return writeAnswer(route, answer, tools)
    case 'stream':
      return streamAnswer(route, answer)
    default:
      return readAnswer(route, answer, tools)
  }
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
