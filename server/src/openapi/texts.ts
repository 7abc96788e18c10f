// The prose of the API reference.

import type { Deps } from '../deps.ts'
import type { Api } from '../http/routing/route.ts'

type Texts = {
  info: Record<string, unknown>
  credentials: string
  tags: Record<string, string>
}

const guides = (other: string) =>
  `**More**: [the guides](/docs), [every error](/errors), and the ${other}, chosen at the top of this page.`
const signInText = 'Sign-in of people, their passwords, second factors and sessions, under `/api/auth`'
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

export const texts = ({
  limits,
  receiverTimeout,
  attempts,
  pauseAfter,
  sources,
}: FigureTexts): Record<Api, Texts> => ({
  portal: {
    info: {
      // ASCII: generators make names of packages from it.
      title: 'Anden portal API',
      version: 'v1',
      summary: 'Your goods in our warehouse: stock, lots, remitos, orders, account and recipients.',
      description: `Every request is scoped to the client that owns the API key.

**Lists** are paginated: pass \`next_cursor\` back as \`cursor\`, with the same filters, until \`has_more\` is false. With \`.csv\` after its path, or with \`Accept: text/csv\`, a list is one file with all rows of the filter.

**Polling is cheap**: most reads return an \`ETag\`. Send it back in \`If-None-Match\` to get an empty 304 while nothing has changed.

**Errors** are problem documents (RFC 7807). Their \`type\` is the URL of a page that explains the error and what to do. Unknown parameters and unknown members of a body are rejected, not ignored. Responses can gain members, values of enums and types of events: ignore those that you do not know.

**Rate limits** per key, unless overridden: ${limits}. A 429 carries in \`Retry-After\` the seconds until the next request is admitted.

**Webhooks**: a receiver must respond with 2xx within ${receiverTimeout}. Otherwise the delivery is retried, ${attempts} in total. After ${pauseAfter} consecutive failed attempts the endpoint is paused.${sources}

**Timestamps** are UTC, ISO 8601 with milliseconds; dates are \`YYYY-MM-DD\`; quantities are exact to 3 decimals, amounts (ARS) to 2.

${guides("warehouse's own API (Back office)")}`,
      license,
    },
    credentials: 'An API key: `Authorization: Bearer pk_…`. A test key, `pk_test_…`, works in the sandbox',
    tags: {
      identity: 'Health of the service, and the identity of the caller',
      users: 'People of the account who can sign in',
      keys: 'API keys of the account',
      stock: 'Stock per product and per lot',
      remitos: 'Delivery notes: goods in (ingreso) and out (egreso)',
      inbound: 'Goods that you announce, and what was received of them',
      returns: 'Goods of delivered orders that come back',
      movements: 'Lightweight history of goods in and out',
      orders: 'Orders and their status',
      account: 'Balance and transactions',
      destinatarios: 'Recipients of deliveries',
      events: 'The event history, as delivered by webhooks',
      overview: 'What the start page shows',
      sandbox: 'The sandbox of the account: the same API with goods, orders and money that do not exist',
      search: 'Search in everything that the account has',
      webhooks: 'Endpoints that receive events, and their delivery history',
      requests: 'The log of your own requests',
      live: 'A stream that reports which topics have changed',
      views: 'Saved views of the lists of the dashboard',
      'sign-in': signInText,
    },
  },
  backoffice: {
    info: {
      title: 'Anden back office API',
      version: 'v1',
      summary: "The warehouse's side: goods, orders, accounts, clients and their keys.",
      description: `For the warehouse's staff and its ERP or WMS. It follows the conventions of the portal API: problem documents, cursor pagination, lists as CSV (\`.csv\` after the path, or \`Accept: text/csv\`), strict input, \`X-Request-Id\`.

**Idempotency-Key** is optional on every POST that does not return a token, so that a retry within 24 hours does not receive goods twice.

Every write creates an entry in the audit log.

${guides("clients' API (Portal)")}`,
      license,
    },
    credentials: 'A staff key: `Authorization: Bearer sk_…`',
    tags: {
      identity: 'The person who is signed in',
      clients: 'Clients, their keys, products and accounts',
      users: 'People who can sign in: of the staff and of clients',
      'staff-keys': "Keys of the warehouse's own systems",
      products: 'Products',
      stock: 'Stock, adjustments, transfers and stock counts',
      lots: 'Lots',
      remitos: 'Delivery notes: goods in (ingreso) and out (egreso)',
      'remito-books': 'Books of remitos: the numbers that a CAI authorises',
      inbound: 'Goods that clients announce, and receiving them',
      disputes: 'Acceptances with differences, and late ones',
      returns: 'Goods of delivered orders that come back, and receiving them',
      orders: 'Orders of every client',
      'pick-list': 'What to take from the shelves for several orders',
      queue: 'Open orders of every client, oldest first',
      trips: "Trips: a vehicle's day, with the orders that it takes",
      today: 'What the warehouse has to do today',
      account: 'Payments, credit sales and credit notes',
      ledger: 'The append-only stock ledger',
      audit: 'Who did what',
      live: 'A stream that reports which topics of which client have changed',
      views: 'Saved views of the lists of the dashboard',
      search: 'Search in the data of all clients',
      'sign-in': signInText,
    },
  },
})

const header = (description: string, type: 'string' | 'integer', example: unknown) => ({
  description,
  schema: { type, examples: [example] },
})

export const headers = ({ readsPerHour }: FigureTexts) => ({
  'X-Request-Id': header(
    'Identifies this request in the logs of the service',
    'string',
    'req_0199b1c26f3a7c419d2e5b8a4f0e7d10',
  ),
  'X-RateLimit-Limit': header(
    'Limit of the tier that applies to this request; absent for a staff key without limits',
    'integer',
    readsPerHour,
  ),
  'X-RateLimit-Remaining': header('Remaining requests in that tier', 'integer', readsPerHour - 2),
  'X-RateLimit-Reset': header('Seconds until the full limit is available again', 'integer', 3600),
  'Retry-After': header('Seconds to wait before retrying', 'integer', 12),
  ETag: header('Changes whenever the content changes; a CSV has none', 'string', '"q0G5Jc1v0uZrYk0s0lqk3A"'),
  Location: header('URL of the created resource', 'string', 'http://localhost:3000/api/v1/portal/orders/…'),
  'Idempotency-Replayed': header('`true` if this is a replay of the first response', 'string', 'true'),
  'WWW-Authenticate': header('The authentication scheme', 'string', 'Bearer'),
  Allow: header('The methods that this path supports', 'string', 'GET, HEAD'),
})

// The figures in the API reference come from the settings in use, so that it never promises what this installation does
// not do. The committed documents are generated with the defaults.

export type Figures = Pick<Deps, 'rateLimits' | 'idempotencyTtlSeconds' | 'webhooks'>

export function figureTexts({ rateLimits, idempotencyTtlSeconds, webhooks }: Figures) {
  const attempts = webhooks.retryScheduleSeconds.length
  const totalSeconds = webhooks.retryScheduleSeconds.reduce((sum, seconds) => sum + seconds, 0)
  return {
    limits: `${rateLimits.read_per_hour} reads and ${rateLimits.write_per_hour} writes per hour, and ${rateLimits.burst_per_minute} requests of any kind per minute`,
    readsPerHour: rateLimits.read_per_hour,
    idempotencyTtl: span(idempotencyTtlSeconds),
    receiverTimeout: span(webhooks.timeoutMs / 1000),
    attempts: attempts === 1 ? '1 attempt' : `${attempts} attempts over ${span(totalSeconds)}`,
    pauseAfter: webhooks.pauseAfter,
    sources: sourcesText(webhooks.sourceAddresses ?? []),
  }
}

const sourcesText = (addresses: readonly string[]) =>
  addresses.length === 0
    ? ''
    : ` Deliveries come from ${addresses.map((one) => `\`${one}\``).join(', ')}: let your firewall accept them.`

export type FigureTexts = ReturnType<typeof figureTexts>

const units = [
  { seconds: 86_400, name: 'day', from: 3 * 86_400 },
  { seconds: 3_600, name: 'hour', from: 3_600 },
  { seconds: 60, name: 'minute', from: 60 },
  { seconds: 1, name: 'second', from: 0 },
] as const

/** `24 hours`, `about 33 hours`, `2.5 seconds`. */
function span(seconds: number): string {
  const { seconds: unit, name } = units.find(({ from }) => seconds >= from) ?? units[3]
  const count = seconds / unit
  const shown = unit === 1 ? count : Math.round(count)
  return `${shown === count ? '' : 'about '}${shown} ${name}${shown === 1 ? '' : 's'}`
}
