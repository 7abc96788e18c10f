import rules from 'contract:portal/GET /destinatarios'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const destinatarioRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios',
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'DestinatarioList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/new',
    beforeLoad: onlyWith('write:destinatarios'),
    component: lazyRouteComponent(() => import('./create.tsx'), 'CreateDestinatario'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/import',
    beforeLoad: onlyWith('write:destinatarios'),
    component: lazyRouteComponent(() => import('./import/page.tsx'), 'ImportDestinatarios'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/$id',
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'DestinatarioDetail'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/destinatarios/$id/edit',
    beforeLoad: onlyWith('write:destinatarios'),
    loader: lazyFn(() => import('./edit.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditDestinatario'),
  }),
] as const
