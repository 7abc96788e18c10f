import {
  type NewUserByStaff,
  NewUserByStaff as NewUserByStaffSchema,
  StaffViewOfUser,
  User,
  UserChangeByStaff,
  UserFilters,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { Deps } from '../../deps.ts'
import type { StaffPrincipal } from '../../http/admission/principal.ts'
import { byTime, type Router } from '../../http/routing/router.ts'
import { refuseMember } from '../../problem.ts'
import { staffViewOfUsersSheet } from '../access-sheets.ts'
import { requireClient } from '../clients.ts'
import {
  changeUser,
  type NewPerson,
  ownView,
  removeUser,
  resetProblems,
  resetSecondFactor,
  resetSecondFactorText,
} from './manage.ts'
import { type UserRow, usersNewestFirst } from './queries.ts'
import { invitations } from './send-invitation.ts'

const scope = 'staff:admin'

export function usersBackoffice(
  backoffice: Router<StaffPrincipal>,
  deps: Pick<Deps, 'db' | 'limiter' | 'secrets' | 'baseUrl'>,
) {
  const invite = invitations(deps)
  backoffice.list(
    '/users',
    {
      summary: 'Users of the staff, or of a client, newest first',
      scope,
      filters: UserFilters,
      item: StaffViewOfUser,
      sortKey: byTime,
      sheet: staffViewOfUsersSheet,
    },
    ({ query, page }) => usersNewestFirst(query.client_id ?? null, page),
  )

  backoffice.list(
    '/clients/:id/users',
    {
      summary: 'Users of a client, newest first',
      scope: 'staff:read',
      filters: {},
      item: User,
      sortKey: byTime,
      shape: (row: UserRow) => ownView(row),
      before: ({ params }) => requireClient(deps.db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, page }) => usersNewestFirst(params.id, page),
  )

  backoffice.post(
    '/users',
    {
      summary: 'Invite a user of the staff or of a client',
      description:
        'The user gets a link by e-mail to set the first password. It works once, for 72 hours. An address gets at most 5 mails per hour, and you can invite 100 people per hour.',
      scope,
      body: NewUserByStaffSchema,
      reply: StaffViewOfUser,
      problems: ['users/duplicate-email', 'clients/not-found'],
    },
    ({ tx, by, principal, body }) => invite.byStaff(tx, { ...by, user: principal.user }, personOf(body)),
  )

  backoffice.patch(
    '/users/:id',
    {
      summary: 'Change the name, role or scopes of a user',
      scope,
      body: UserChangeByStaff,
      reply: StaffViewOfUser,
      problems: ['users/not-found', 'users/last-administrator'],
    },
    ({ tx, by, params, body }) => changeUser(tx, by, { id: params.id }, body),
  )

  backoffice.post(
    '/users/:id/reset-second-factor',
    {
      summary: "Remove a user's second factor",
      description: resetSecondFactorText,
      scope,
      idempotency: 'none',
      status: 200,
      reply: StaffViewOfUser,
      problems: resetProblems,
    },
    ({ tx, by, principal, params }) =>
      resetSecondFactor(tx, { ...by, user: principal.user }, { id: params.id }),
  )

  backoffice.delete(
    '/users/:id',
    {
      summary: 'Remove a user',
      description: "The user's sessions end at once.",
      scope,
      problems: ['users/not-found', 'users/last-administrator'],
    },
    ({ tx, by, params }) => removeUser(tx, by, { id: params.id }),
  )
}

function personOf({ email, name, client_id, role, scopes }: NewUserByStaff): NewPerson {
  if (client_id === undefined) {
    if (role !== undefined) refuseMember('/role', fault('role_only_for_clients'))
    if (scopes === undefined) return refuseMember('/scopes', fault('scopes_required'))
    return { email, name, client_id: null, role: 'staff', scopes }
  }
  if (scopes !== undefined) refuseMember('/scopes', fault('scopes_only_for_staff'))
  if (role === undefined) return refuseMember('/role', fault('role_required'))
  return { email, name, client_id, role, scopes: [] }
}
