// The parent route of the staff's pages. For a client's user they do not exist; staff see only those that their scopes
// allow (`onlyWith`).
import { createRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../shared/api.ts'
import { sessionQuery } from '../shared/session.ts'
import { shellRoute } from '../shell/roots.tsx'

export const warehouseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/warehouse',
  beforeLoad: async () => {
    const { client } = await queryClient.ensureQueryData(sessionQuery)
    if (client !== null) throw notFound()
  },
})
