// Pages for load balancers and scrapers. `/livez`: the process responds. `/readyz`: it can do its work.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { isLoopbackAddress, isOwnHost } from '../http/admission/origins.ts'
import { databaseUp, registry } from '../metrics.ts'
import { problem } from '../problem.ts'

/** Load balancers give up on a probe after a few seconds; the response must come before that. */
const readyLimitMs = 1_500

/** Each measure updates its gauges before they are read. */
export function probes(app: FastifyInstance, deps: Deps, measures: readonly (() => Promise<void>)[]) {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (_request, reply) => {
    await deps.db
      .within(readyLimitMs)
      .rows(sql`select 1`)
      .catch(() => {
        throw problem('server/unavailable', { headers: { 'retry-after': '2' } })
      })
    const own = deps.readinessChecks.map((check) => check()).find((result) => result !== null)
    // Any of the processes may be asked, so each answers for all: the answer does not depend on which it is.
    const fault = own ?? (await deps.fleet?.faults())?.[0]
    if (fault) throw problem('server/unavailable', { detail: fault, headers: { 'retry-after': '10' } })
    return reply.header('cache-control', 'no-store').send({ ok: true })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, deps)) throw problem('routing/not-found')
    const measured = await Promise.allSettled(measures.map((measure) => measure()))
    // Served even without the database: an outage is when metrics matter most.
    databaseUp.set(measured.every(({ status }) => status === 'fulfilled') ? 1 : 0)
    return reply.type(registry.contentType).send(await (deps.fleet ?? registry).metrics())
  })
}

function mayScrape(request: FastifyRequest, { metricsToken: token, baseUrl }: Deps): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== null && given !== undefined && sameSecret(given, token)) return true
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  // The address of the socket itself, not what a proxy header claims. A page of another site can let its own name resolve to
  // this machine, so that the browser of somebody here connects from loopback; but then that name is the Host.
  return (
    !forwarded &&
    isLoopbackAddress(request.socket.remoteAddress) &&
    isOwnHost(request.headers.host ?? '', baseUrl())
  )
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
