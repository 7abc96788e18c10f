import type {
  FieldFault,
  NewWebhookEndpoint,
  OwnHeader,
  WebhookEndpoint,
  WebhookEndpointChange,
} from '@anden/contract'
import { faultDetail } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { SecretKeys } from '../config/secrets.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem, withDetail } from '../problem.ts'
import { newSigningSecret } from '../secret-key/secret-box.ts'
import { currentBox } from '../secret-key/stored-key.ts'
import { checkedFilter } from './filter.ts'
import type { UrlVerdict } from './guard.ts'
import { refuseOwnHeaders, sealHeaders } from './own-headers.ts'
import {
  deleteEndpoint,
  endpointsOf,
  insertEndpoint,
  lockClientForEndpoints,
  lockEndpoint,
  setHeaders,
  setSecret,
  stopPending,
  updateEndpoint,
} from './queries.ts'

const maxEndpoints = 20
const warning =
  'Store this secret now: it is not shown again. Anyone who has it can sign deliveries in our name.'

/** Returns the normalised URL, or why it is not allowed. */
export type UrlRule = (url: string) => Promise<UrlVerdict>

/** Called outside any transaction, because it may wait for a DNS lookup. */
export async function allowedUrl(
  rule: UrlRule,
  url: string,
): Promise<{ url: string; warnings: FieldFault[] }> {
  const result = await rule(url)
  if (result.ok) {
    const { warning } = result
    return { url: result.url, warnings: warning ? [{ pointer: '/url', ...warning }] : [] }
  }
  throw problem('webhooks/url-not-allowed', {
    detail: faultDetail(result.reason),
    errors: [{ pointer: '/url', ...result.reason }],
  })
}

/** Locked until the transaction ends. */
export async function requireEndpoint(tx: Transaction, clientId: string, id: string) {
  return (await tx.maybeOne(lockEndpoint(clientId, id))) ?? throwProblem('webhooks/not-found')
}

export async function createEndpoint(
  tx: Transaction,
  by: Author,
  clientId: string,
  { warnings = [], ...given }: NewWebhookEndpoint & { warnings?: readonly FieldFault[] },
  secrets: SecretKeys,
) {
  await tx.run(lockClientForEndpoints(clientId))
  refuseOwnHeaders(given.headers ?? [])
  const filter = await checkedFilter(tx, clientId, given.filter ?? null)
  const existing = await tx.rows(endpointsOf(clientId))
  if (existing.length >= maxEndpoints) throw problem('webhooks/endpoint-limit-reached')
  refuseDuplicate(existing, given.url, null)
  const id = uuidv7()
  const secret = newSigningSecret()
  const box = await currentBox(tx, secrets)
  const row = {
    id,
    url: given.url,
    events: given.events,
    description: given.description ?? null,
    filter,
    auto_resume: given.auto_resume ?? false,
    secret: box.seal(secret, id),
    ...sealHeaders(box, id, given.headers ?? []),
  }
  const endpoint = await tx.one(insertEndpoint(clientId, row))
  recordAudit(tx, by, { clientId, action: 'webhooks.create', subjectId: id, after: endpoint })
  return {
    ...endpoint,
    signing_secret: secret,
    signing_secret_warning: warning,
    warnings: warnings.map(withDetail),
  }
}

export async function changeEndpoint(
  tx: Transaction,
  by: Author,
  clientId: string,
  id: string,
  { headers, ...change }: WebhookEndpointChange,
  secrets: SecretKeys,
): Promise<WebhookEndpoint> {
  await tx.run(lockClientForEndpoints(clientId))
  const before = await requireEndpoint(tx, clientId, id)
  if (Object.keys(change).length === 0 && headers === undefined) return before
  if (headers !== undefined) await replaceHeaders(tx, clientId, id, headers ?? [], secrets)
  if (change.url) refuseDuplicate(await tx.rows(endpointsOf(clientId)), change.url, id)
  if (change.filter) change.filter = await checkedFilter(tx, clientId, change.filter)
  const reactivated = before.status === 'paused' && change.status === 'active'
  const { events: event_patterns = before.event_patterns, ...changed } = change
  const endpoint = { ...before, ...changed, event_patterns }
  const statusChange = { reactivated, byHand: change.status !== undefined }
  const after = await tx.one(updateEndpoint(clientId, endpoint, statusChange))
  if (before.status === 'active' && after.status === 'paused') await tx.run(stopPending([id]))
  const entry = headers === undefined ? after : { ...after, headers_replaced: true }
  recordAudit(tx, by, { clientId, action: 'webhooks.update', subjectId: id, before, after: entry })
  return after
}

async function replaceHeaders(
  tx: Transaction,
  clientId: string,
  id: string,
  headers: readonly OwnHeader[],
  secrets: SecretKeys,
) {
  refuseOwnHeaders(headers)
  const box = await currentBox(tx, secrets)
  await tx.run(setHeaders(clientId, id, sealHeaders(box, id, headers)))
}

export async function removeEndpoint(tx: Transaction, by: Author, clientId: string, id: string) {
  const before = await requireEndpoint(tx, clientId, id)
  await tx.run(deleteEndpoint(clientId, id))
  await tx.run(stopPending([id]))
  recordAudit(tx, by, { clientId, action: 'webhooks.delete', subjectId: id, before })
}

export async function rotateSecret(
  tx: Transaction,
  by: Author,
  clientId: string,
  id: string,
  overlapSeconds: number,
  secrets: SecretKeys,
) {
  await requireEndpoint(tx, clientId, id)
  const secret = newSigningSecret()
  const box = await currentBox(tx, secrets)
  await tx.run(setSecret(clientId, id, box.seal(secret, id), overlapSeconds))
  recordAudit(tx, by, {
    clientId,
    action: 'webhooks.rotate-secret',
    subjectId: id,
    after: { overlap_seconds: overlapSeconds },
  })
  return { id, signing_secret: secret, signing_secret_warning: warning }
}

function refuseDuplicate(existing: readonly WebhookEndpoint[], url: string, exceptId: string | null) {
  if (existing.some((endpoint) => endpoint.url === url && endpoint.id !== exceptId)) {
    throw problem('webhooks/duplicate-url')
  }
}
