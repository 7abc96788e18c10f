// Receivers for Next.js.
//
// App router, `app/webhooks/anden/route.ts`:
//   export const POST = nextRoute({ secret: process.env.ANDEN_WEBHOOK_SECRET! }, handler)
//
// Pages router, `pages/api/webhooks/anden.ts`; Next.js reads `config` without running the file, so it has to be written
// out there:
//   export const config = { api: { bodyParser: false } }
//   export default nextApiRoute({ secret: process.env.ANDEN_WEBHOOK_SECRET! }, handler)
import { type FetchWebhook, fetchWebhook } from './fetch.ts'
import { behindParsers, type NodeWebhook } from './node.ts'
import type { WebhookHandler, WebhookOptions } from './receive.ts'

export function nextRoute(options: WebhookOptions, handler: WebhookHandler): FetchWebhook {
  return fetchWebhook(options, handler)
}

export function nextApiRoute(options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  return behindParsers(
    'export const config = { api: { bodyParser: false } } from the API route',
    options,
    handler,
  )
}
