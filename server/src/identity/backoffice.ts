import {
  Client,
  ClientChange,
  ClientFilters,
  ClientName,
  ListedClient,
  NewApiKey,
  NewClient,
  RotateApiKey,
  Session,
  StaffViewOfIssuedKey,
  StaffViewOfKey,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { addKey, apiKey, revokeKey, rotateKey } from './client-keys.ts'
import { addClient, changeClient, requireClient } from './clients.ts'
import { clientsSheet } from './clients-sheet.ts'
import { type ApiKeyRow, clientById, clientName, clientsNewestFirst, keysNewestFirst } from './queries.ts'
import { describeSession, type SessionSettings } from './sessions/describe.ts'

const write = 'staff:clients'
const read = 'staff:read'

export function identityBackoffice(
  backoffice: Router<StaffPrincipal>,
  deps: Pick<Deps, 'db' | 'clock'> & SessionSettings,
) {
  const { db, clock } = deps
  backoffice.get(
    '/session',
    { summary: 'The person who is signed in', scope: null, session: 'user', reply: Session },
    async ({ principal }) => describeSession(principal, null, deps),
  )

  backoffice.list(
    '/clients',
    {
      summary: 'Clients, newest first',
      scope: read,
      filters: ClientFilters,
      item: ListedClient,
      sortKey: byTime,
      sheet: clientsSheet,
    },
    ({ query, page }) => clientsNewestFirst(query, page),
  )

  backoffice.row(
    '/clients/:id',
    { summary: 'One client', scope: read, reply: Client, missing: 'clients/not-found' },
    ({ params }) => clientById(params.id),
  )

  backoffice.row(
    '/clients/:id/name',
    {
      summary: 'The name of a client',
      scope: read,
      orScope: 'staff:receive',
      reply: ClientName,
      missing: 'clients/not-found',
    },
    ({ params }) => clientName(params.id),
  )

  backoffice.post(
    '/clients',
    {
      summary: 'Add a client',
      scope: write,
      body: NewClient,
      reply: Client,
      location: ({ id }) => `/clients/${id}`,
      problems: ['clients/duplicate-cuit'],
    },
    ({ tx, by, body }) => addClient(tx, by, body),
  )

  backoffice.patch(
    '/clients/:id',
    {
      summary: 'Change, suspend or re-activate a client',
      scope: write,
      body: ClientChange,
      reply: Client,
      problems: ['clients/not-found', 'clients/duplicate-cuit'],
    },
    ({ tx, by, params, body }) => changeClient(tx, by, params.id, body),
  )

  backoffice.list(
    '/clients/:id/keys',
    {
      summary: 'API keys of a client, newest first',
      scope: read,
      filters: {},
      item: StaffViewOfKey,
      sortKey: byTime,
      shape: (row: ApiKeyRow) => apiKey(row),
      before: ({ params }) => requireClient(db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, page }) => keysNewestFirst(params.id, page),
  )

  backoffice.post(
    '/clients/:id/keys',
    {
      summary: 'Create an API key',
      description: 'The token is returned only in this response.',
      scope: write,
      idempotency: 'none',
      body: NewApiKey,
      reply: StaffViewOfIssuedKey,
      problems: ['clients/not-found'],
    },
    ({ tx, by, params, body }) => addKey(tx, by, params.id, body, clock()),
  )

  backoffice.post(
    '/clients/:id/keys/:key_id/rotate',
    {
      summary: 'Rotate an API key',
      description:
        'Creates a key with the same name, scopes and limits. The old key stays valid for `grace_days`.',
      scope: write,
      idempotency: 'none',
      body: RotateApiKey,
      bodyOptional: true,
      reply: StaffViewOfIssuedKey,
      problems: ['keys/not-found'],
    },
    ({ tx, by, params, body }) => rotateKey(tx, by, params.id, params.key_id, body.grace_days ?? 0),
  )

  backoffice.delete(
    '/clients/:id/keys/:key_id',
    { summary: 'Revoke an API key', scope: write, problems: ['keys/not-found'] },
    ({ tx, by, params }) => revokeKey(tx, by, params.id, params.key_id),
  )
}
