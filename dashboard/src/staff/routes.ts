import auditRules from 'contract:backoffice/GET /audit'
import clientRules from 'contract:backoffice/GET /clients'
import transactionRules from 'contract:backoffice/GET /clients/{id}/transactions'
import orderRules from 'contract:backoffice/GET /orders'
import remitoRules from 'contract:backoffice/GET /remitos'
import staffKeyRules from 'contract:backoffice/GET /staff-keys'
import { createRoute, lazyFn, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../shared/api.ts'
import { onlyWith, sessionQuery } from '../shared/session.ts'
import { holdKeysForPage } from '../ui/held-keys.ts'
import { listFiltersOf } from '../ui/url-filters.ts'
import { bookRoutes } from './books/routes.ts'
import { countRoutes } from './counts/routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { warehouseInboundRoutes } from './inbound/routes.ts'
import { ordersInUrl } from './orders-in-url.ts'
import { warehouseReturnRoutes } from './returns/routes.ts'
import { warehouseRoute } from './root.ts'
import { warehouseStockRoutes } from './stock/routes.ts'
import { tripRoutes } from './trips/routes.ts'

/** Redirects staff who may not see the warehouse's work to another start page. */
async function startOfOthers() {
  const { scopes } = await queryClient.ensureQueryData(sessionQuery)
  if (scopes.includes('staff:read')) return
  if (scopes.includes('staff:receive')) throw redirect({ to: '/warehouse/receive' })
  throw redirect({ to: scopes.includes('staff:admin') ? '/warehouse/users' : '/settings/profile' })
}

const transactionFilters = listFiltersOf(transactionRules)

export const warehouseRoutes = [
  warehouseRoute.addChildren([
    ...warehouseStockRoutes,
    ...countRoutes,
    ...bookRoutes,
    ...tripRoutes,
    ...warehouseReturnRoutes,
    ...warehouseInboundRoutes,
    ...disputeRoutes,
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/',
      beforeLoad: startOfOthers,
      component: lazyRouteComponent(() => import('./today/today.tsx'), 'TodayPage'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/orders',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: clientIn,
      component: lazyRouteComponent(() => import('./orders/board.tsx'), 'Board'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/orders/list',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: listFiltersOf(orderRules),
      component: lazyRouteComponent(() => import('./orders/list.tsx'), 'WarehouseOrderList'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/orders/$id/change',
      beforeLoad: onlyWith('staff:orders'),
      component: lazyRouteComponent(() => import('./orders/change/page.tsx'), 'ChangeStaffOrder'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/orders/$id',
      beforeLoad: onlyWith('staff:read'),
      loader: lazyFn(() => import('./orders/detail.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./orders/detail.tsx'), 'WarehouseOrder'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/orders/$id/prepare',
      beforeLoad: async ({ cause }) => {
        await onlyWith('staff:orders')()
        // A bar-code reader does not wait for the page.
        if (cause === 'enter') holdKeysForPage()
      },
      loader: lazyFn(() => import('./prepare/prepare.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./prepare/prepare.tsx'), 'PrepareOrder'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/pick-list',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: ordersInUrl,
      component: lazyRouteComponent(() => import('./orders/pick-list.tsx'), 'PickListPage'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/remitos',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: listFiltersOf(remitoRules),
      component: lazyRouteComponent(() => import('./remitos/list.tsx'), 'WarehouseRemitoList'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/remitos/$id',
      beforeLoad: onlyWith('staff:read'),
      loader: lazyFn(() => import('./remitos/detail.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./remitos/detail.tsx'), 'WarehouseRemito'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: listFiltersOf(clientRules),
      component: lazyRouteComponent(() => import('./clients/list.tsx'), 'ClientList'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/new',
      beforeLoad: onlyWith('staff:clients'),
      component: lazyRouteComponent(() => import('./clients/create.tsx'), 'CreateClient'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/$id',
      beforeLoad: onlyWith('staff:read'),
      loader: lazyFn(() => import('./clients/detail.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./clients/detail.tsx'), 'ClientDetail'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/$id/sandbox',
      beforeLoad: onlyWith('staff:read', 'staff:clients'),
      loader: lazyFn(() => import('./sandbox/detail.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./sandbox/detail.tsx'), 'SandboxOfClient'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/$id/edit',
      beforeLoad: onlyWith('staff:clients'),
      loader: lazyFn(() => import('./clients/edit.tsx'), 'load'),
      component: lazyRouteComponent(() => import('./clients/edit.tsx'), 'EditClient'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/$id/users/new',
      beforeLoad: onlyWith('staff:admin'),
      component: lazyRouteComponent(() => import('./clients/invite-user.tsx'), 'InviteUserOfClient'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/clients/$id/keys/new',
      beforeLoad: onlyWith('staff:clients'),
      component: lazyRouteComponent(() => import('./clients/create-key.tsx'), 'CreateKeyOfClient'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/audit',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: listFiltersOf(auditRules),
      component: lazyRouteComponent(() => import('./audit/list.tsx'), 'AuditList'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/account',
      beforeLoad: onlyWith('staff:read'),
      validateSearch: Object.assign(
        (search: Record<string, unknown>): { client_id?: string } => ({
          ...transactionFilters(search),
          ...clientIn(search),
        }),
        { rules: transactionFilters.rules },
      ),
      component: lazyRouteComponent(() => import('./account/account.tsx'), 'WarehouseAccount'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/products/import',
      beforeLoad: onlyWith('staff:read', 'staff:stock'),
      validateSearch: clientIn,
      component: lazyRouteComponent(() => import('./products/import.tsx'), 'ImportProducts'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/receive',
      validateSearch: noticeIn,
      beforeLoad: async ({ cause, search }) => {
        await onlyWith('staff:receive')()
        // A bar-code reader does not wait for the page.
        if (cause === 'enter' && search.notice) holdKeysForPage()
      },
      component: lazyRouteComponent(() => import('./receive/page.tsx'), 'ReceivePage'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/users',
      beforeLoad: onlyWith('staff:admin'),
      validateSearch: listFiltersOf(staffKeyRules),
      component: lazyRouteComponent(() => import('./people/users.tsx'), 'StaffUsers'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/users/new',
      beforeLoad: onlyWith('staff:admin'),
      component: lazyRouteComponent(() => import('./people/invite.tsx'), 'InviteStaffUser'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/keys',
      beforeLoad: onlyWith('staff:admin'),
      validateSearch: listFiltersOf(staffKeyRules),
      component: lazyRouteComponent(() => import('./people/keys.tsx'), 'StaffKeys'),
    }),
    createRoute({
      getParentRoute: () => warehouseRoute,
      path: '/keys/new',
      beforeLoad: onlyWith('staff:admin'),
      component: lazyRouteComponent(() => import('./people/create-key.tsx'), 'CreateStaffKey'),
    }),
  ]),
] as const

/** The notice whose goods are received. */
function noticeIn({ notice }: Record<string, unknown>): { notice?: string } {
  return typeof notice === 'string' && notice !== '' ? { notice } : {}
}

function clientIn({ client_id }: Record<string, unknown>): { client_id?: string } {
  return typeof client_id === 'string' ? { client_id } : {}
}
