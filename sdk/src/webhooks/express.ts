// A receiver for Express 4 and 5: `app.post('/webhooks/anden', expressWebhook({ secret }, handler))`. Put it before
// `app.use(express.json())`, or use `express.raw({ type: 'application/json' })` on its path.
import { behindParsers, type NodeWebhook } from './node.ts'
import type { WebhookHandler, WebhookOptions } from './receive.ts'

const advice =
  "add the receiver before app.use(express.json()), or put express.raw({ type: 'application/json' }) on its path"

export function expressWebhook(options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  return behindParsers(advice, options, handler)
}
