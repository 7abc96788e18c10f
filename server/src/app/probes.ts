// For load balancers and scrapers. `/livez`: the process answers. `/readyz`: it can do its work.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from '../db/sql.ts'
import { problem } from '../problem.ts'
import type { Deps } from './deps.ts'
import { databaseUp, registry } from './metrics.ts'

/** A load balancer gives up on a probe after a few seconds; the answer has to come before that. */
const readyLimitMs = 1_500

/** Each measure brings its gauges up to date before they are read. */
export function probes(app: FastifyInstance, deps: Deps, measures: readonly (() => Promise<void>)[]) {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (_request, reply) => {
    await deps.db
      .within(readyLimitMs)
      .rows(sql`select 1`)
      .catch(() => {
        throw problem('server/unavailable', { headers: { 'retry-after': '2' } })
      })
    const fault = deps.faults.map((standing) => standing()).find((words) => words !== null)
    if (fault) throw problem('server/unavailable', { detail: fault, headers: { 'retry-after': '10' } })
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, deps.metricsToken)) throw problem('routing/not-found')
    const measured = await Promise.allSettled(measures.map((measure) => measure()))
    // Served also without the database: that is when somebody looks at them.
    databaseUp.set(measured.every(({ status }) => status === 'fulfilled') ? 1 : 0)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

// By the socket's own address, not by what a proxy says of it.
const loopback = /^(127\.|::1$|::ffff:127\.)/

function mayScrape(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== null && given !== undefined && sameSecret(given, token)) return true
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !forwarded && loopback.test(request.socket.remoteAddress ?? '')
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
