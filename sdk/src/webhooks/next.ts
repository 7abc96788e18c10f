// Receivers for Next.js.
//
// App router, `app/webhooks/anden/route.ts`:
//   export const POST = nextRoute({ secret: process.env.ANDEN_WEBHOOK_SECRET! }, handler)
//
// Pages router, `pages/api/webhooks/anden.ts`; Next.js reads `config` without running the file, so it has to be written
// out there:
//   export const config = { api: { bodyParser: false } }
//   export default nextApiRoute({ secret: process.env.ANDEN_WEBHOOK_SECRET! }, handler)
//
// Both look for the secret with the first request: `next build` runs these files without the environment of the server.
import { type FetchWebhook, fetchWebhook } from './fetch.ts'
import { behindParsers, type NodeWebhook } from './node.ts'
import type { WebhookHandler, WebhookOptions } from './receive.ts'

export function nextRoute(options: WebhookOptions, handler: WebhookHandler): FetchWebhook {
  let receive: FetchWebhook | undefined
  return async (request) => {
    receive ??= fetchWebhook(options, handler)
    return receive(request)
  }
}

const advice = 'export const config = { api: { bodyParser: false } } from the API route'

export function nextApiRoute(options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  let receive: NodeWebhook | undefined
  return async (request, response) => {
    receive ??= behindParsers(advice, options, handler)
    return receive(request, response)
  }
}
