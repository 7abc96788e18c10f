import rules from 'contract:portal/GET /destinatarios'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { filtersOf } from '../../ui/url-filters.ts'

export const destinatarioRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios',
    validateSearch: filtersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'DestinatarioList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'CreateDestinatario'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'DestinatarioDetail'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/$id/edit',
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditDestinatario'),
  }),
] as const
