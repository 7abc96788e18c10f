import rules from 'contract:portal/GET /inbound'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const inboundRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/inbound',
    beforeLoad: onlyWith('read:inbound'),
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'NoticeList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/inbound/new',
    beforeLoad: onlyWith('write:inbound'),
    component: lazyRouteComponent(() => import('./new/create.tsx'), 'AnnounceGoods'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/inbound/$id',
    beforeLoad: onlyWith('read:inbound'),
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'NoticeDetailPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/inbound/$id/edit',
    beforeLoad: onlyWith('write:inbound'),
    loader: lazyFn(() => import('./new/edit.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./new/edit.tsx'), 'EditNotice'),
  }),
] as const
