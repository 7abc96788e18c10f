// The routes of both APIs. Each room declares its own routes and gets its dependencies here.
import { acceptancesBackoffice } from '../acceptances/backoffice.ts'
import { acceptancesPortal } from '../acceptances/portal.ts'
import { accountBackoffice } from '../account/backoffice.ts'
import { accountPortal } from '../account/portal.ts'
import { fileLinks } from '../attachments/files.ts'
import { attachmentsPortal } from '../attachments/portal.ts'
import { auditBackoffice } from '../audit/backoffice.ts'
import { catalogBackoffice } from '../catalog/backoffice.ts'
import { destinatariosBackoffice } from '../destinatarios/backoffice.ts'
import { destinatariosPortal } from '../destinatarios/portal.ts'
import { eventsPortal } from '../events/portal.ts'
import type { PortalPrincipal, StaffPrincipal } from '../http/admission/principal.ts'
import { createRouter } from '../http/routing/router.ts'
import { identityBackoffice } from '../identity/backoffice.ts'
import { inspectionsBackoffice } from '../identity/inspections/backoffice.ts'
import { keysPortal } from '../identity/keys-portal.ts'
import { identityPortal } from '../identity/portal.ts'
import { authPrefix } from '../identity/sessions/auth-route.ts'
import { describedSignInRoutes } from '../identity/sessions/routes.ts'
import { staffKeysBackoffice } from '../identity/staff-keys-backoffice.ts'
import { usersBackoffice } from '../identity/users/backoffice.ts'
import { usersPortal } from '../identity/users/portal.ts'
import { inboundBackoffice } from '../inbound/backoffice.ts'
import { inboundPortal } from '../inbound/portal.ts'
import { takeBack } from '../inbound/receive.ts'
import { liveBackoffice } from '../live/backoffice.ts'
import { livePortal } from '../live/portal.ts'
import { eventSample } from '../openapi/event-samples.ts'
import { ordersBackoffice } from '../orders/backoffice.ts'
import { orderImportsPortal } from '../orders/imports/portal.ts'
import { ordersPortal } from '../orders/portal.ts'
import { overviewBackoffice } from '../overview/backoffice.ts'
import { overviewPortal } from '../overview/portal.ts'
import { remitosBackoffice } from '../remitos/backoffice.ts'
import { remitoBooksBackoffice } from '../remitos/books/backoffice.ts'
import { remitoLinks } from '../remitos/link.ts'
import { remitosPortal } from '../remitos/portal.ts'
import { requestsPortal } from '../requests/portal.ts'
import { returnsBackoffice } from '../returns/backoffice.ts'
import { returnsPortal } from '../returns/portal.ts'
import { sandboxBackoffice } from '../sandbox/backoffice.ts'
import { createSandbox } from '../sandbox/create.ts'
import { sandboxPortal } from '../sandbox/portal.ts'
import { simulatorPortal } from '../sandbox/simulator-portal.ts'
import { searchBackoffice } from '../search/backoffice.ts'
import { searchPortal } from '../search/portal.ts'
import { stockBackoffice } from '../stock/backoffice.ts'
import { importsBackoffice } from '../stock/imports/backoffice.ts'
import { stockPortal } from '../stock/portal.ts'
import { dayOf, warehouseDay } from '../stock/warehouse-day.ts'
import { todayBackoffice } from '../today/backoffice.ts'
import { tripsBackoffice } from '../trips/backoffice.ts'
import { viewsRoutes } from '../views/routes.ts'
import { webhooksBackoffice } from '../webhooks/backoffice.ts'
import { webhooksPortal } from '../webhooks/portal.ts'
import { keyRing } from '../webhooks/sign.ts'
import type { RouteDeps } from './deps.ts'

export const portalPrefix = '/api/v1/portal'
export const backofficePrefix = '/api/v1/backoffice'
/** The routes of both APIs, for their reference. */
export const signInReference = { prefix: authPrefix, routes: describedSignInRoutes }

/** Every route of the portal, declared by its rooms. */
export function portalRouter(deps: RouteDeps) {
  const portal = createRouter<PortalPrincipal>('portal')
  const today = dayOf(deps)
  identityPortal(portal, deps)
  usersPortal(portal, deps)
  keysPortal(portal, { clock: deps.clock, createSandbox })
  sandboxPortal(portal, today)
  simulatorPortal(portal, deps, today)
  stockPortal(portal, deps.clock, today)
  remitosPortal(portal, deps)
  acceptancesPortal(portal, deps, fileLinks(deps))
  inboundPortal(portal, deps, today)
  returnsPortal(portal)
  ordersPortal(portal, fileLinks(deps), today)
  orderImportsPortal(portal, deps, today)
  attachmentsPortal(portal, deps, fileLinks(deps))
  accountPortal(portal)
  destinatariosPortal(portal, deps)
  eventsPortal(portal, deps.clock)
  requestsPortal(portal, deps)
  searchPortal(portal)
  overviewPortal(portal, today)
  webhooksPortal(portal, {
    db: deps.db,
    secrets: deps.secrets,
    urlRule: deps.urlRule,
    ping: pingDeps(deps),
    pauseAfter: deps.webhooks.pauseAfter,
  })
  livePortal(portal, deps.changes)
  viewsRoutes(portal)
  return portal
}

/** Every route of the back office, declared by its rooms. */
export function backofficeRouter(deps: RouteDeps) {
  const backoffice = createRouter<StaffPrincipal>('backoffice')
  const today = warehouseDay(deps.clock, deps.timeZone)
  const links = remitoLinks(deps)
  const remitoSettings = () => ({
    today: today(),
    pointOfSale: deps.remitoPointOfSale,
    hashOfLink: links.hashOf,
  })
  identityBackoffice(backoffice, deps)
  usersBackoffice(backoffice, deps)
  sandboxBackoffice(backoffice, dayOf(deps))
  inspectionsBackoffice(backoffice, deps.clock)
  staffKeysBackoffice(backoffice, deps.clock)
  catalogBackoffice(backoffice, deps.db)
  destinatariosBackoffice(backoffice, deps.db)
  stockBackoffice(backoffice, deps, today)
  importsBackoffice(backoffice, deps)
  remitosBackoffice(backoffice, deps, remitoSettings, takeBack)
  acceptancesBackoffice(backoffice, deps, fileLinks(deps))
  remitoBooksBackoffice(backoffice, today)
  inboundBackoffice(backoffice, remitoSettings)
  returnsBackoffice(backoffice, today)
  ordersBackoffice(backoffice, deps, fileLinks(deps), remitoSettings)
  tripsBackoffice(backoffice, deps, today)
  todayBackoffice(backoffice, today)
  overviewBackoffice(backoffice)
  accountBackoffice(backoffice, deps.db, today)
  auditBackoffice(backoffice)
  searchBackoffice(backoffice)
  webhooksBackoffice(backoffice, pingDeps(deps))
  liveBackoffice(backoffice, deps.changes)
  viewsRoutes(backoffice)
  return backoffice
}

const pingDeps = ({ db, secrets, sender, clock }: RouteDeps) => ({
  db,
  ring: keyRing(secrets),
  sender,
  clock,
  sampleOf: eventSample,
})
