// The frame of the staff's pages. To a client's user they do not exist, and to a member of the staff only those that the
// scopes allow.
import { createRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { shellRoute } from '../shell/roots.tsx'
import { sessionQuery } from '../shell/session.ts'

export const warehouseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/warehouse',
  beforeLoad: async () => {
    const { client } = await queryClient.ensureQueryData(sessionQuery)
    if (client !== null) throw notFound()
  },
})

/** For `beforeLoad` of a page that needs this scope. */
export const onlyWith = (scope: string) => async () => {
  const { scopes } = await queryClient.ensureQueryData(sessionQuery)
  if (!scopes.includes(scope)) throw notFound()
}
