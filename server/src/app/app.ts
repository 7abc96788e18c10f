// The whole service, assembled by hand and the same in tests and in production: the HTTP server with its options and
// hooks (http-server.ts), the routes of every room (routes.ts), and the pages beside them.
import type { FastifyInstance } from 'fastify'
import { acceptanceFile } from '../acceptances/read.ts'
import { driverAcceptanceRoutes, remitoLinkRoutes } from '../acceptances/routes.ts'
import { fileDownloads, fileLinks } from '../attachments/files.ts'
import { dashboardAssets } from '../dashboard/assets.ts'
import { sendPhonePage } from '../dashboard/pages.ts'
import { withSdkCalls } from '../docs/code-samples.ts'
import { referenceSlugs } from '../docs/contents.ts'
import { errorPages } from '../docs/error-pages.ts'
import { type ApiDescription, referenceMarkdown } from '../docs/reference-page.ts'
import { docsSite } from '../docs/site.ts'
import { sessionCookie } from '../http/admission/origins.ts'
import { rejectOtherMethods } from '../http/routing/methods.ts'
import { mount } from '../http/routing/mount.ts'
import { favicon } from '../http/wire/html-page.ts'
import { authenticateClient, authenticateStaff } from '../identity/authenticate.ts'
import {
  trackApiKeysUsed,
  trackSandboxesUsed,
  trackSessionsUsed,
  trackStaffKeysUsed,
} from '../identity/last-used.ts'
import { sessionAuthentication } from '../identity/sessions/authenticate.ts'
import { signInRoutes } from '../identity/sessions/routes.ts'
import { followTopics } from '../live/changes.ts'
import { mcpEndpoint } from '../mcp/endpoint.ts'
import { buildOpenApi } from '../openapi/build.ts'
import { openReplies } from '../openapi/open-replies.ts'
import { referencePages } from '../openapi/pages.ts'
import { measureBooks } from '../remitos/metrics.ts'
import { nextFault } from '../sandbox/faults.ts'
import { closedByReset } from '../sandbox/reset/start.ts'
import { dayOf } from '../stock/warehouse-day.ts'
import { driverRoutes, type SendPage } from '../trips/driver/routes.ts'
import { measureBacklog } from '../webhooks/metrics.ts'
import type { AppDeps } from './deps.ts'
import { createHttpServer } from './http-server.ts'
import { probes } from './probes.ts'
import { backofficePrefix, backofficeRouter, portalPrefix, portalRouter, signInReference } from './routes.ts'

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createHttpServer(deps, { pages: true })
  const clientKeys = trackApiKeysUsed(deps)
  const staffKeys = trackStaffKeysUsed(deps)
  const usedSessions = trackSessionsUsed(deps)
  const usedSandboxes = trackSandboxesUsed(deps)
  app.addHook('onClose', async () => {
    await Promise.all([clientKeys.close(), staffKeys.close(), usedSessions.close(), usedSandboxes.close()])
  })
  const sessions = sessionAuthentication(deps, usedSessions, usedSandboxes)
  const cookieName = () => sessionCookie(deps.baseUrl())

  const changes = followTopics(deps)
  // Before the server waits for its responses: a live stream would not end by itself.
  app.addHook('preClose', async () => changes.close())

  const portal = portalRouter({ ...deps, changes })
  const backoffice = backofficeRouter({ ...deps, changes })
  const today = dayOf(deps)
  mount(app, {
    deps,
    prefix: portalPrefix,
    router: portal,
    credentials: {
      byKey: authenticateClient(deps, clientKeys, usedSandboxes),
      bySession: sessions.ofClient,
      byInspection: sessions.ofInspector,
      inSandbox: sessions.inSandbox,
      failureOf: async (client, route) =>
        (await closedByReset(deps.db.quick, client, route)) ?? nextFault(deps.db.quick, client, route),
      sessionCookie: cookieName,
    },
    today,
    corsOrigins: deps.corsOrigins,
    // The log shows a client what its own programs and people did.
    report: (exchange) => {
      if (!exchange.caller.inspection) deps.requestLog.record(exchange)
    },
  })
  mount(app, {
    deps,
    prefix: backofficePrefix,
    router: backoffice,
    credentials: {
      byKey: authenticateStaff(deps, staffKeys),
      bySession: sessions.ofStaff,
      sessionCookie: cookieName,
    },
    today,
    corsOrigins: [],
  })
  await app.after()
  const pagesAreComplete = rejectOtherMethods(app)
  signInRoutes(app, deps, sessions)
  await app.after()
  fileDownloads(app, deps, fileLinks(deps), (id) => acceptanceFile(deps.db, id))
  favicon(app)
  const describePortal = () => openReplies(buildOpenApi(portal, portalPrefix, deps, signInReference))
  const describeBackoffice = () =>
    openReplies(buildOpenApi(backoffice, backofficePrefix, deps, signInReference))
  const forDocs = (describe: () => object) => describe() as ApiDescription
  await referencePages(
    app,
    [
      { title: 'Portal', path: '/openapi.json', build: describePortal },
      { title: 'Back office', path: '/openapi-backoffice.json', build: describeBackoffice },
    ],
    (document) => withSdkCalls(forDocs(() => document)),
  )
  const docs = docsSite(
    app,
    [
      ...Object.entries({ portal: describePortal, backoffice: describeBackoffice }).map(
        ([api, describe]) => ({
          slug: referenceSlugs[api as keyof typeof referenceSlugs],
          languages: ['en'] as const,
          markdown: () => referenceMarkdown(forDocs(describe), deps.baseUrl()),
        }),
      ),
      ...errorPages(() => [forDocs(describePortal), forDocs(describeBackoffice)], deps.baseUrl),
    ],
    deps.baseUrl,
    () => {
      const state = deps.dashboard?.state()
      return state?.is === 'ready' ? state.dist.sdk : null
    },
  )
  mcpEndpoint(app, { deps, prefix: portalPrefix, routes: portal.routes, docs })
  const { dashboard } = deps
  if (dashboard) dashboardAssets(app, dashboard)
  const sendPage = dashboard && ((...answer: Parameters<SendPage>) => sendPhonePage(dashboard, ...answer))
  driverRoutes(app, deps, sendPage)
  remitoLinkRoutes(app, deps, sendPage)
  driverAcceptanceRoutes(app, deps)
  mountProbes(app, deps)
  pagesAreComplete()
  return app
}

/** Only the probes and metrics, for a separate port. */
export function buildOpsApp(deps: AppDeps): FastifyInstance {
  const app = createHttpServer(deps, { pages: false })
  const pagesAreComplete = rejectOtherMethods(app)
  mountProbes(app, deps)
  pagesAreComplete()
  return app
}

const mountProbes = (app: FastifyInstance, deps: AppDeps) =>
  probes(app, deps, [
    () => measureBacklog(deps.db.quick),
    () => measureBooks(deps.db.quick, dayOf(deps)(null)),
  ])
