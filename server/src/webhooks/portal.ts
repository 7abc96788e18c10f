import {
  CreatedWebhookEndpoint,
  DeliveryFilters,
  maxReplayed,
  NewWebhookEndpoint,
  Recover,
  Recovered,
  Replay,
  Replayed,
  RetriedDelivery,
  RotatedSecret,
  RotateSecret,
  SendTest,
  TestPing,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointHealth,
  WebhookEndpoints,
} from '@anden/contract'
import type { SecretKeys } from '../config/secrets.ts'
import type { Db } from '../db/database.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { throwProblem } from '../problem.ts'
import {
  allowedUrl,
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  rotateSecret,
  type UrlRule,
} from './endpoints.ts'
import { deliveriesNewestFirst, deliveryDetail, endpointById, endpointsOf, healthOf } from './queries.ts'
import { recoverMissed, retryOne } from './recover.ts'
import { replayPast } from './replay.ts'
import { pingDescription, pingEndpoint, type TestDeps } from './test-event.ts'

const read = 'read:webhooks'
const write = 'write:webhooks'

export type WebhooksDeps = {
  db: Db
  secrets: SecretKeys
  urlRule: UrlRule
  ping: TestDeps
  pauseAfter: number
}

export function webhooksPortal(
  portal: Router<PortalPrincipal>,
  { db, secrets, urlRule, ping, pauseAfter }: WebhooksDeps,
) {
  portal.unpagedList(
    '/webhooks',
    { summary: 'Webhook endpoints', scope: read, reply: WebhookEndpoints },
    ({ client }) => endpointsOf(client.id),
  )

  portal.post(
    '/webhooks',
    {
      summary: 'Register a webhook endpoint',
      description: 'The signing secret is returned only in this response. If it is lost, rotate it.',
      scope: write,
      body: NewWebhookEndpoint,
      reply: CreatedWebhookEndpoint,
      location: ({ id }) => `/webhooks/${id}`,
      problems: ['webhooks/url-not-allowed', 'webhooks/endpoint-limit-reached', 'webhooks/duplicate-url'],
      prepare: async ({ body }) => ({ ...body, ...(await allowedUrl(urlRule, body.url)) }),
    },
    ({ tx, by, client, body }) => createEndpoint(tx, by, client.id, body, secrets),
  )

  portal.row(
    '/webhooks/:id',
    {
      summary: 'One webhook endpoint',
      scope: read,
      topic: 'webhooks',
      reply: WebhookEndpoint,
      missing: 'webhooks/not-found',
    },
    ({ client, params }) => endpointById(client.id, params.id),
  )

  portal.row(
    '/webhooks/:id/health',
    {
      summary: 'Latest attempts of an endpoint, and what it has missed',
      scope: read,
      reply: WebhookEndpointHealth,
      missing: 'webhooks/not-found',
    },
    ({ client, params }) => healthOf(client.id, params.id, pauseAfter),
  )

  portal.patch(
    '/webhooks/:id',
    {
      summary: 'Change, pause or re-activate a webhook endpoint',
      description:
        'Pausing stops the pending deliveries: they become `failed`. Re-activating resets `consecutive_failures` to 0; missed deliveries can then be recovered. `headers` replaces all of the own headers.',
      scope: write,
      body: WebhookEndpointChange,
      reply: WebhookEndpoint,
      problems: ['webhooks/not-found', 'webhooks/url-not-allowed', 'webhooks/duplicate-url'],
      prepare: async ({ body }) =>
        body.url ? { ...body, url: (await allowedUrl(urlRule, body.url)).url } : body,
    },
    ({ tx, by, client, params, body }) => changeEndpoint(tx, by, client.id, params.id, body, secrets),
  )

  portal.delete(
    '/webhooks/:id',
    { summary: 'Delete a webhook endpoint', scope: write, problems: ['webhooks/not-found'] },
    ({ tx, by, client, params }) => removeEndpoint(tx, by, client.id, params.id),
  )

  portal.post(
    '/webhooks/:id/rotate-secret',
    {
      summary: 'Rotate the signing secret',
      description:
        'Takes effect immediately. With `overlap_seconds`, deliveries are signed with both secrets for that long.',
      scope: write,
      status: 200,
      body: RotateSecret,
      bodyOptional: true,
      reply: RotatedSecret,
      problems: ['webhooks/not-found'],
    },
    ({ tx, by, client, params, body }) =>
      rotateSecret(tx, by, client.id, params.id, body.overlap_seconds ?? 0, secrets),
  )

  portal.post(
    '/webhooks/:id/recover',
    {
      summary: 'Retry every delivery that an endpoint missed',
      description:
        'All `failed` deliveries, and on request the `abandoned` ones, or only those of some event types and of a time range. With `dry_run` they are only counted, which also works while the endpoint is paused.',
      scope: write,
      status: 202,
      body: Recover,
      bodyOptional: true,
      reply: Recovered,
      problems: ['webhooks/not-found', 'webhooks/endpoint-paused'],
    },
    ({ tx, by, client, params, body }) => recoverMissed(tx, by, client.id, params.id, body),
  )

  portal.post(
    '/webhooks/:id/replay',
    {
      summary: 'Send events of the past to an endpoint',
      description: `Creates a new delivery for each past event of the types that the endpoint subscribes to now, also for those from before it existed. Receivers get the same \`id\` again. Events are kept for 90 days: older ones are not sent. An event whose delivery to the endpoint is still pending is left out. At most ${maxReplayed} at a time; with \`dry_run\` they are only counted, which also works while the endpoint is paused.`,
      scope: write,
      status: 202,
      body: Replay,
      reply: Replayed,
      problems: ['webhooks/not-found', 'webhooks/endpoint-paused', 'webhooks/replay-too-large'],
    },
    ({ tx, by, client, params, body }) => replayPast(tx, by, client.id, params.id, body),
  )

  portal.call(
    '/webhooks/:id/test',
    {
      summary: 'Send a test event now',
      description: pingDescription,
      scope: null,
      session: 'administrator',
      body: SendTest,
      bodyOptional: true,
      reply: TestPing,
      problems: ['webhooks/not-found'],
    },
    ({ client, params, body }) => pingEndpoint(ping, client.id, params.id, body.type),
  )

  portal.list(
    '/webhooks/:id/deliveries',
    {
      summary: 'Deliveries to an endpoint, newest first',
      scope: read,
      filters: DeliveryFilters,
      item: WebhookDelivery,
      sortKey: byTime,
      before: async ({ client, params }) =>
        (await db.maybeOne(endpointById(client.id, params.id))) ?? throwProblem('webhooks/not-found'),
      problems: ['webhooks/not-found'],
    },
    ({ params, query, page }) => deliveriesNewestFirst(params.id, query, page),
  )

  portal.row(
    '/webhooks/:id/deliveries/:delivery_id',
    {
      summary: 'One delivery with the log of its attempts',
      scope: read,
      reply: WebhookDeliveryDetail,
      missing: 'deliveries/not-found',
      shape: withFailures,
    },
    ({ client, params }) => deliveryDetail(client.id, params.id, params.delivery_id),
  )

  portal.post(
    '/webhooks/:id/deliveries/:delivery_id/retry',
    {
      summary: 'Retry a delivery',
      description:
        'Only a `failed` or `abandoned` delivery of an active endpoint can be retried. The retry schedule starts again from the first attempt.',
      scope: write,
      status: 202,
      reply: RetriedDelivery,
      problems: [
        'webhooks/not-found',
        'deliveries/not-found',
        'webhooks/delivery-not-retryable',
        'webhooks/endpoint-paused',
      ],
    },
    ({ tx, by, client, params }) => retryOne(tx, by, client.id, params.id, params.delivery_id),
  )
}

/** Attempts that were recorded before there were codes have none. */
const withFailures = (delivery: WebhookDeliveryDetail): WebhookDeliveryDetail => ({
  ...delivery,
  attempt_log: delivery.attempt_log.map((attempt) => ({ ...attempt, failure: attempt.failure ?? null })),
})
