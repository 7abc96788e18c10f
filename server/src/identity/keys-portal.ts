// A client's own keys, managed by its administrators. A key cannot create keys, so that a stolen one gives no access after it
// was revoked.
import { ApiKey, IssuedApiKey, NewOwnApiKey, RotateApiKey } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import type { Author, Clock } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { keysSheet } from './access-sheets.ts'
import { addKey, apiKey, revokeKey, rotateKey } from './client-keys.ts'
import { type ApiKeyRow, keysNewestFirst } from './queries.ts'

const administrators = { scope: null, session: 'administrator' } as const

/** The id of the client's sandbox, which is created if there is none. */
type CreateSandbox = (tx: Transaction, by: Author, clientId: string) => Promise<string>

export function keysPortal(
  portal: Router<PortalPrincipal>,
  { clock, createSandbox }: { clock: Clock; createSandbox: CreateSandbox },
) {
  portal.list(
    '/keys',
    {
      summary: 'API keys of the account, newest first',
      ...administrators,
      filters: {},
      item: ApiKey,
      sortKey: byTime,
      shape: (row: ApiKeyRow) => apiKey(row),
      sheet: keysSheet,
    },
    ({ client, page }) => keysNewestFirst(client.id, page),
  )

  portal.post(
    '/keys',
    {
      summary: 'Create an API key',
      description:
        'The token is returned only in this response. A key has one environment: with `sandbox` it is a test key, which is listed, rotated and revoked in the sandbox.',
      ...administrators,
      body: NewOwnApiKey,
      reply: IssuedApiKey,
      problems: ['sandbox/live-only'],
    },
    async ({ tx, by, client, body: { environment = client.environment, ...given } }) => {
      if (environment === client.environment) return addKey(tx, by, client.id, given, clock())
      return addKey(tx, by, await createSandbox(tx, by, client.id), given, clock())
    },
  )

  portal.post(
    '/keys/:id/rotate',
    {
      summary: 'Rotate an API key',
      description:
        'Creates a key with the same name, scopes and limits. The old key stays valid for `grace_days`.',
      ...administrators,
      body: RotateApiKey,
      bodyOptional: true,
      reply: IssuedApiKey,
      problems: ['keys/not-found'],
    },
    ({ tx, by, client, params, body }) => rotateKey(tx, by, client.id, params.id, body.grace_days ?? 0),
  )

  portal.delete(
    '/keys/:id',
    { summary: 'Revoke an API key', ...administrators, problems: ['keys/not-found'] },
    ({ tx, by, client, params }) => revokeKey(tx, by, client.id, params.id),
  )
}
