import { notFound, type ProblemEntries } from './entry.ts'

export const webhookProblems = {
  'webhooks/not-found': notFound('Webhook endpoint'),
  'webhooks/url-not-allowed': {
    status: 422,
    title: 'Webhook URL not allowed',
    detail: 'The URL must use https, contain no credentials, and point to a public address on the Internet.',
    remedy:
      'Use a public https address. Private, loopback, link-local and reserved addresses, single-label names and names such as *.local or *.internal are rejected, as are names that resolve to such an address.',
    extra: ['errors'],
  },
  'webhooks/endpoint-limit-reached': {
    status: 409,
    title: 'Too many webhook endpoints',
    detail: 'A client can have at most 20 webhook endpoints.',
    remedy: 'Delete one that is no longer needed, or subscribe one endpoint to more events.',
  },
  'webhooks/duplicate-url': {
    status: 409,
    title: 'Duplicate webhook URL',
    detail: 'You already have an endpoint with this URL.',
    remedy: 'Change the events of the existing endpoint (PATCH /webhooks/{id}).',
  },
  'webhooks/delivery-not-retryable': {
    status: 409,
    title: 'Delivery not retryable',
    detail: 'Only a failed or abandoned delivery can be retried.',
    remedy:
      'A pending delivery is attempted automatically (see next_attempt_at); a succeeded one has arrived.',
    extra: ['current_status'],
  },
  'webhooks/endpoint-paused': {
    status: 409,
    title: 'Endpoint paused',
    detail:
      'This endpoint is paused: nothing is sent to it. Re-activate it first: PATCH /webhooks/{id} with {"status": "active"}.',
    remedy:
      'Fix the receiver, re-activate the endpoint (PATCH /webhooks/{id} with {"status": "active"}), then retry.',
  },
  'webhooks/replay-too-large': {
    status: 422,
    title: 'Too many events to replay',
    detail: 'A replay sends at most 100000 events.',
    remedy: 'Split it: choose a shorter range (since, until), or some event_types at a time.',
  },
  'deliveries/not-found': notFound('Delivery'),
} as const satisfies ProblemEntries
