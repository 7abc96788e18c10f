// The whole service, put together by hand: every option, hook and room is here, the same in tests and in
// production.
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { uuidv7obj } from 'uuidv7'
import { accountBackoffice } from '../account/backoffice.ts'
import { accountPortal } from '../account/portal.ts'
import { fileDownloads } from '../attachments/files.ts'
import { fileLinks } from '../attachments/links.ts'
import { attachmentsPortal } from '../attachments/portal.ts'
import { auditBackoffice } from '../audit/backoffice.ts'
import { catalogBackoffice } from '../catalog/backoffice.ts'
import { destinatariosPortal } from '../destinatarios/portal.ts'
import { eventsPortal } from '../events/portal.ts'
import { uncountedLimitHeaders } from '../http/admission.ts'
import { clientErrors } from '../http/client-errors.ts'
import { errorPages } from '../http/error-pages.ts'
import { favicon } from '../http/favicon.ts'
import { readJsonBodies } from '../http/json-body.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { mount } from '../http/mount.ts'
import { protocolChecks, serverOptions } from '../http/protocol-checks.ts'
import { renderProblems } from '../http/render-problem.ts'
import { logRequests } from '../http/request-log.ts'
import { createRouter } from '../http/router.ts'
import {
  authenticateClient,
  authenticateStaff,
  type PortalPrincipal,
  type StaffPrincipal,
} from '../identity/authenticate.ts'
import { identityBackoffice } from '../identity/backoffice.ts'
import { trackApiKeysUsed, trackStaffKeysUsed } from '../identity/last-used.ts'
import { identityPortal } from '../identity/portal.ts'
import { buildOpenApi } from '../openapi/build.ts'
import { referencePages } from '../openapi/pages.ts'
import { ordersBackoffice } from '../orders/backoffice.ts'
import { ordersPortal } from '../orders/portal.ts'
import { problem } from '../problem.ts'
import { remitosBackoffice } from '../remitos/backoffice.ts'
import { remitosPortal } from '../remitos/portal.ts'
import { stockBackoffice } from '../stock/backoffice.ts'
import { importsBackoffice } from '../stock/imports/backoffice.ts'
import { stockPortal } from '../stock/portal.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'
import { webhooksBackoffice } from '../webhooks/backoffice.ts'
import { keyRing } from '../webhooks/key-ring.ts'
import { measureBacklog } from '../webhooks/metrics.ts'
import { webhooksPortal } from '../webhooks/portal.ts'
import type { Deps } from './deps.ts'
import { probes } from './probes.ts'

export const portalPrefix = '/api/v1/portal'
export const backofficePrefix = '/api/v1/backoffice'

const policy = {
  bodyLimitBytes: 1024 * 1024,
  // Ten megabytes over a slow line. The head of a request still has to come within a minute.
  requestTimeoutMs: 300_000,
  connectionTimeoutMs: 120_000,
  keepAliveTimeoutMs: 72_000,
  // As long as the head of a request can be: an overlong id is a bad parameter, not an unknown path.
  maxParamLength: 16 * 1024,
}

/** Every route of the portal, declared by its rooms. */
export function portalRouter(deps: Deps) {
  const portal = createRouter<PortalPrincipal>('portal')
  const today = warehouseDay(deps.clock, deps.timeZone)
  identityPortal(portal)
  stockPortal(portal, today)
  remitosPortal(portal)
  ordersPortal(portal, fileLinks(deps), today)
  attachmentsPortal(portal, deps, fileLinks(deps))
  accountPortal(portal)
  destinatariosPortal(portal)
  eventsPortal(portal, deps.clock)
  webhooksPortal(portal, {
    db: deps.db,
    secrets: deps.secrets,
    urlRule: deps.urlRule,
  })
  return portal
}

/** Every route of the back office, declared by its rooms. */
export function backofficeRouter(deps: Deps) {
  const backoffice = createRouter<StaffPrincipal>('backoffice')
  const today = warehouseDay(deps.clock, deps.timeZone)
  const remitoSettings = () => ({ today: today(), pointOfSale: deps.remitoPointOfSale })
  identityBackoffice(backoffice, deps.db, deps.clock)
  catalogBackoffice(backoffice, deps.db)
  stockBackoffice(backoffice, deps.db, today)
  importsBackoffice(backoffice, deps)
  remitosBackoffice(backoffice, remitoSettings)
  ordersBackoffice(backoffice, fileLinks(deps), remitoSettings)
  accountBackoffice(backoffice, deps.db)
  auditBackoffice(backoffice)
  webhooksBackoffice(backoffice, {
    db: deps.db,
    ring: keyRing(deps.secrets),
    sender: deps.sender,
    clock: deps.clock,
  })
  return backoffice
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createServer(deps)
  const clientKeys = trackApiKeysUsed(deps)
  const staffKeys = trackStaffKeysUsed(deps)
  app.addHook('onClose', () => Promise.all([clientKeys.close(), staffKeys.close()]).then(() => undefined))

  const portal = portalRouter(deps)
  const backoffice = backofficeRouter(deps)
  const today = warehouseDay(deps.clock, deps.timeZone)
  mount(app, {
    deps,
    prefix: portalPrefix,
    router: portal,
    authenticate: authenticateClient(deps, clientKeys),
    today,
    corsOrigins: deps.corsOrigins,
  })
  mount(app, {
    deps,
    prefix: backofficePrefix,
    router: backoffice,
    authenticate: authenticateStaff(deps, staffKeys),
    today,
    corsOrigins: [],
  })
  await app.after()
  const pagesAreKnown = refuseOtherMethods(app)
  fileDownloads(app, deps, fileLinks(deps))
  favicon(app)
  errorPages(app)
  await referencePages(app, [
    { title: 'Portal', path: '/openapi.json', document: buildOpenApi(portal, portalPrefix, deps) },
    {
      title: 'Back office',
      path: '/openapi-backoffice.json',
      document: buildOpenApi(backoffice, backofficePrefix, deps),
    },
  ])
  mountProbes(app, deps)
  pagesAreKnown()
  return app
}

/** The probes and metrics alone, for a port of their own. */
export function buildOpsApp(deps: Deps): FastifyInstance {
  const app = createServer(deps)
  const pagesAreKnown = refuseOtherMethods(app)
  mountProbes(app, deps)
  pagesAreKnown()
  return app
}

const mountProbes = (app: FastifyInstance, deps: Deps) =>
  probes(app, deps, [() => measureBacklog(deps.db.quick)])

function createServer(deps: Deps): FastifyInstance {
  // The settings' limits are those of the clients' keys; a staff key has none but its own.
  const uncounted = ({ url, method }: FastifyRequest) =>
    url.startsWith(backofficePrefix) ? {} : uncountedLimitHeaders(method, deps.rateLimits)
  const errors = clientErrors(deps)
  const app = Fastify({
    http: serverOptions,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => `req_${uuidv7obj().toHex()}`,
    requestIdHeader: false,
    bodyLimit: policy.bodyLimitBytes,
    requestTimeout: policy.requestTimeoutMs,
    connectionTimeout: policy.connectionTimeoutMs,
    keepAliveTimeout: policy.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    routerOptions: { maxParamLength: policy.maxParamLength },
    clientErrorHandler: errors.handle,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...uncounted(request) })
      renderProblems(deps.baseUrl)(error, request, reply)
    },
  })

  errors.watch(app.server)

  app.decorateRequest('principal', null)
  app.decorateRequest('keyId', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      ...uncounted(request),
    })
    done()
  })
  protocolChecks(app)
  logRequests(app)

  // JSON is the only body that a route takes unless it says otherwise.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  app.setErrorHandler(renderProblems(deps.baseUrl))
  app.setNotFoundHandler(() => {
    throw problem('routing/not-found')
  })
  return app
}
