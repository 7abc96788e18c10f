// The same routes on both APIs: users of clients have views of the portal's lists, the staff have views of the warehouse's.
import { NewSavedView, SavedView, SavedViewChange, SavedViews, ViewFilters } from '@anden/contract'
import type { Principal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { unreachable } from '../problem.ts'
import { type Viewer, viewsFor } from './queries.ts'
import { changeView, removeView, saveView } from './save.ts'

const people = { scope: null, session: 'user' } as const

export function viewsRoutes<Caller extends Principal>(router: Router<Caller>) {
  router.row(
    '/views',
    {
      summary: 'Saved views of a page',
      description: 'Your own, and those that your colleagues share, by name. Without `page`: of every page.',
      ...people,
      query: ViewFilters,
      reply: SavedViews,
    },
    ({ principal, query }) => viewsFor(viewerOf(principal), query.page),
  )

  router.post(
    '/views',
    {
      summary: 'Save a view',
      description: 'A user can have 100. A reader cannot share views.',
      ...people,
      body: NewSavedView,
      reply: SavedView,
      problems: ['auth/administrator-required', 'views/duplicate-name', 'views/limit-reached'],
    },
    ({ tx, by, principal, body }) => saveView(tx, by, viewerOf(principal), body),
  )

  router.patch(
    '/views/:id',
    {
      summary: 'Change a view',
      description: 'Your own, or as an administrator also one that is shared.',
      ...people,
      body: SavedViewChange,
      reply: SavedView,
      problems: ['auth/administrator-required', 'views/not-found', 'views/duplicate-name'],
    },
    ({ tx, by, principal, params, body }) => changeView(tx, by, viewerOf(principal), params.id, body),
  )

  router.delete(
    '/views/:id',
    {
      summary: 'Delete a view',
      description: 'Your own, or as an administrator also one that is shared.',
      ...people,
      problems: ['auth/administrator-required', 'views/not-found'],
    },
    ({ tx, by, principal, params }) => removeView(tx, by, viewerOf(principal), params.id),
  )
}

function viewerOf({ user, client, scopes }: Principal): Viewer {
  if (user === null) return unreachable('a route for sessions was reached with a key')
  return {
    clientId: client?.id ?? null,
    userId: user.id,
    mayShare: user.role !== 'reader',
    isAdministrator: user.role === 'administrator' || scopes.includes('staff:admin'),
  }
}
