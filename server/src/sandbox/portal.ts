import {
  CreatedBetween,
  NewSandboxReset,
  Sandbox,
  SandboxClock,
  SandboxDay,
  SandboxMail,
} from '@anden/contract'
import type { DayOf } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { advanceClock } from './clock.ts'
import { createSandbox } from './create.ts'
import { describeSandbox } from './describe.ts'
import { mailsNewestFirst } from './mails.ts'
import { type SandboxRow, sandboxWithUsage } from './queries.ts'
import { startReset } from './reset/start.ts'

export function sandboxPortal(portal: Router<PortalPrincipal>, today: DayOf) {
  const described = (row: SandboxRow): Sandbox => ({
    client_id: row.client_id,
    ...describeSandbox(row, today),
  })

  portal.post(
    '/sandbox',
    {
      summary: 'Create the sandbox',
      description:
        'Creates the sandbox of the account with a copy of its products. If there is one already, it is returned as it is. A test key creates it, too.',
      scope: null,
      session: 'user',
      environment: 'live',
      reply: Sandbox,
      location: () => '/sandbox',
    },
    async ({ tx, by, client }) => {
      const id = await createSandbox(tx, by, client.id)
      return described(await tx.one(sandboxWithUsage(id)))
    },
  )

  portal.list(
    '/sandbox/mails',
    {
      summary: 'Mails that the sandbox would have sent, newest first',
      description: 'A sandbox sends no mail: what it would send is kept here.',
      scope: 'read:requests',
      environment: 'sandbox',
      filters: CreatedBetween,
      item: SandboxMail,
      sortKey: byTime,
    },
    ({ client, query, page }) => mailsNewestFirst(client.id, query, page),
  )

  portal.post(
    '/sandbox/clock',
    {
      summary: 'Move the day of the sandbox forward',
      description:
        'For what depends on the day: what expires, what is available, the date of remitos and payments. `lot.expiring` is sent for each day that passes, and webhooks that wait for their next attempt are sent now. The times of what happens stay real. The day never goes back.',
      scope: 'write:orders',
      environment: 'sandbox',
      status: 200,
      body: SandboxClock,
      reply: SandboxDay,
      problems: ['sandbox/clock-backwards', 'sandbox/limit-reached'],
    },
    async ({ tx, by, client, body }) => {
      await advanceClock(tx, by, client.id, body.advance_to, today)
      return { day: body.advance_to }
    },
  )

  portal.post(
    '/sandbox/reset',
    {
      summary: 'Reset the sandbox',
      description: `Deletes everything that is in it, sets its day back to the warehouse's, and fills it with \`data\`. Keys and webhook endpoints stay, with what the audit log has about them.

It goes on after the response: \`reset\` of GET /sandbox shows how far it is. Until it is done, every other request to the sandbox gets 409 \`sandbox/resetting\`, except for GET /me, GET /session and those of keys.`,
      scope: 'write:orders',
      environment: 'sandbox',
      status: 202,
      body: NewSandboxReset,
      reply: Sandbox,
    },
    async ({ tx, by, client, body }) => {
      await startReset(tx, by, client.id, body.data)
      return described(await tx.one(sandboxWithUsage(client.id)))
    },
  )

  portal.row(
    '/sandbox',
    {
      summary: 'The sandbox of this request',
      scope: null,
      environment: 'sandbox',
      reply: Sandbox,
      shape: described,
    },
    ({ client }) => sandboxWithUsage(client.id),
  )
}
