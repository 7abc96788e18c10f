import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { warehouseRoute } from '../root.ts'

export const bookRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/remito-books',
    beforeLoad: onlyWith('staff:admin'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'RemitoBooks'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/remito-books/new',
    beforeLoad: onlyWith('staff:admin'),
    component: lazyRouteComponent(() => import('./enter.tsx'), 'EnterBook'),
  }),
] as const
