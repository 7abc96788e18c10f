// A receiver for Express 4 and 5: `app.post('/webhooks/anden', expressWebhook({ secret }, handler))`. Put it before
// `app.use(express.json())`, or have that keep the raw body: `verify: (req, _res, raw) => { req.rawBody = raw }`.
import { behindParsers, type NodeWebhook } from './node.ts'
import type { WebhookHandler, WebhookOptions } from './receive.ts'

const advice =
  'add the receiver before app.use(express.json()), or give express.json() { verify: (req, _res, raw) => { req.rawBody = raw } }'

export function expressWebhook(options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  return behindParsers(advice, options, handler)
}
