import { NewUser, User, UserChange } from '@anden/contract'
import type { Deps } from '../../deps.ts'
import type { PortalPrincipal } from '../../http/admission/principal.ts'
import { byTime, type Router } from '../../http/routing/router.ts'
import { usersSheet } from '../access-sheets.ts'
import {
  changeUser,
  ownView,
  removeUser,
  resetProblems,
  resetSecondFactor,
  resetSecondFactorText,
} from './manage.ts'
import { type UserRow, usersNewestFirst } from './queries.ts'
import { invitations } from './send-invitation.ts'

/** For the client's own administrators. */
const administrators = { scope: null, session: 'administrator', environment: 'live' } as const

export function usersPortal(
  portal: Router<PortalPrincipal>,
  deps: Pick<Deps, 'db' | 'limiter' | 'secrets' | 'baseUrl'>,
) {
  const invite = invitations(deps)
  portal.list(
    '/users',
    {
      summary: 'Users of the account, newest first',
      ...administrators,
      filters: {},
      item: User,
      sortKey: byTime,
      shape: (row: UserRow) => ownView(row),
      sheet: usersSheet,
    },
    ({ client, page }) => usersNewestFirst(client.id, page),
  )

  portal.post(
    '/users',
    {
      summary: 'Invite a user',
      description:
        'The user gets a link by e-mail to set the first password. It works once, for 72 hours. An address gets at most 5 mails per hour. You can try 30 times per hour, and every try counts.\n\nAn address can belong to one client only. If it has an account elsewhere, the reply is the same, so that it tells nobody who has one: the person gets a mail that says so instead of a link, and does not become a user of yours. `users/duplicate-email` is about your own users.',
      ...administrators,
      body: NewUser,
      prepare: async ({ client, body }) => {
        if (client) await invite.countTry(client.id)
        return body
      },
      reply: User,
      problems: ['users/duplicate-email'],
    },
    async ({ tx, by, principal, client, body }) => {
      const person = { ...body, client_id: client.id, scopes: [] }
      return ownView(await invite.byClient(tx, { ...by, user: principal.user }, person))
    },
  )

  portal.patch(
    '/users/:id',
    {
      summary: 'Change the name or role of a user',
      ...administrators,
      body: UserChange,
      reply: User,
      problems: ['users/not-found', 'users/last-administrator'],
    },
    async ({ tx, by, client, params, body }) =>
      ownView(await changeUser(tx, by, { id: params.id, clientId: client.id }, body)),
  )

  portal.post(
    '/users/:id/reset-second-factor',
    {
      summary: "Remove a user's second factor",
      description: resetSecondFactorText,
      ...administrators,
      status: 200,
      reply: User,
      problems: resetProblems,
    },
    async ({ tx, by, principal, client, params }) =>
      ownView(
        await resetSecondFactor(tx, { ...by, user: principal.user }, { id: params.id, clientId: client.id }),
      ),
  )

  portal.delete(
    '/users/:id',
    {
      summary: 'Remove a user',
      description: "The user's sessions end at once.",
      ...administrators,
      problems: ['users/not-found', 'users/last-administrator'],
    },
    ({ tx, by, client, params }) => removeUser(tx, by, { id: params.id, clientId: client.id }),
  )
}
