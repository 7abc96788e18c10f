// The prose around the generated parts.
import type { Api } from '../http/route.ts'
import type { FigureTexts } from './figures.ts'

type Texts = {
  info: Record<string, unknown>
  credentials: string
  tags: Record<string, string>
}

const guides = (other: string) =>
  `**More**: [the guides](/docs/guides), [every error](/errors), and the ${other}, chosen at the top of this page.`
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

export const texts = ({
  limits,
  receiverTimeout,
  attempts,
  pauseAfter,
}: FigureTexts): Record<Api, Texts> => ({
  portal: {
    info: {
      title: 'Andén portal API',
      version: 'v1',
      summary: 'Your goods in our warehouse: stock, lots, remitos, orders, account and recipients.',
      description: `Every request acts for the client that owns the API key, and sees nothing of any other.

**Lists** come in pages: pass \`next_cursor\` back as \`cursor\`, with the same filters, until \`has_more\` is false.

**Polling is cheap**: most reads carry an \`ETag\`; send it back in \`If-None-Match\` and get an empty 304 while nothing has changed.

**Errors** are problem documents (RFC 7807). Their \`type\` is a page that explains the error and what to do. Unknown parameters and unknown members of a body are refused rather than ignored.

**Limits** of a key, unless it has its own: ${limits}. A 429 says in \`Retry-After\` when the next request will be admitted.

**Webhooks** are answered with 2xx within ${receiverTimeout}; otherwise they are sent again, ${attempts} in all. After ${pauseAfter} failures in a row the endpoint is paused.

**Timestamps** are UTC, ISO 8601 with milliseconds; days are \`YYYY-MM-DD\`; quantities are exact to 3 decimals, amounts (ARS) to 2.

${guides("warehouse's own API (Back office)")}`,
      license,
    },
    credentials: 'An API key: `Authorization: Bearer pk_…`',
    tags: {
      identity: 'Is the service up, and who am I?',
      stock: 'What lies in the warehouse, per product and per lot',
      remitos: 'Delivery notes: goods in (ingreso) and out (egreso)',
      movements: 'The light history of the same',
      orders: 'Orders and their progress',
      account: 'Balance and movements of the account',
      destinatarios: 'Recipients of deliveries',
      events: 'Everything that happened, as webhooks tell it',
      webhooks: 'Endpoints that receive events, and their delivery history',
    },
  },
  backoffice: {
    info: {
      title: 'Andén back office API',
      version: 'v1',
      summary: "The warehouse's side: goods, orders, money, clients and their keys.",
      description: `For the warehouse's staff and its ERP or WMS. Conventions are those of the portal: problem documents, cursor lists, strict input, \`X-Request-Id\`.

**Idempotency-Key** is optional on every POST that does not answer with a token: a system that retries must not receive goods twice.

Every write leaves an entry in the audit log.

${guides("clients' API (Portal)")}`,
      license,
    },
    credentials: 'A staff key: `Authorization: Bearer sk_…`',
    tags: {
      clients: 'Clients, their keys, products and accounts',
      products: 'Products',
      stock: 'Stock, adjustments, transfers and counts',
      lots: 'Lots',
      remitos: 'Delivery notes: goods in (ingreso) and out (egreso)',
      orders: 'Orders of every client',
      account: 'Payments, credit sales, credit notes',
      ledger: 'The append-only stock ledger',
      audit: 'Who did what',
    },
  },
})

const header = (description: string, type: 'string' | 'integer', example: unknown) => ({
  description,
  schema: { type, examples: [example] },
})

export const headers = ({ readsPerHour }: FigureTexts) => ({
  'X-Request-Id': header('Names this request in our logs', 'string', 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10'),
  'X-RateLimit-Limit': header(
    'The limit of the tier that applies to this request; absent for a staff key that has none',
    'integer',
    readsPerHour,
  ),
  'X-RateLimit-Remaining': header('Requests left in that tier', 'integer', readsPerHour - 2),
  'X-RateLimit-Reset': header('Seconds until the whole limit is free again', 'integer', 3600),
  'Retry-After': header('Seconds to wait before trying again', 'integer', 12),
  ETag: header('Changes whenever the answer would', 'string', '"q0G5Jc1v0uZrYk0s0lqk3A"'),
  Location: header(
    'Where what was made can be read',
    'string',
    'http://localhost:3000/api/v1/portal/orders/…',
  ),
  'Idempotency-Replayed': header('`true` where this is the first answer given again', 'string', 'true'),
  'WWW-Authenticate': header('The scheme to authenticate with', 'string', 'Bearer'),
  Allow: header('The methods that this path answers to', 'string', 'GET, HEAD'),
})
