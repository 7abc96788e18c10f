// A receiver for Hono: `app.post('/webhooks/anden', honoWebhook({ secret }, handler))`.
import {
  checkAnnounced,
  lostBody,
  receiverWith,
  type WebhookHandler,
  type WebhookOptions,
} from './receive.ts'
import type { RawBody } from './signature.ts'

/** The part of Hono's `Context` that is used. */
export type HonoContext = {
  req: {
    raw: Request
    bodyCache: { text?: unknown; arrayBuffer?: unknown }
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

export function honoWebhook(options: WebhookOptions, handler: WebhookHandler) {
  const receive = receiverWith(options, handler)
  return async ({ req }: HonoContext): Promise<Response> => {
    const { method, headers } = req.raw
    const readBody = () => readContext(req)
    const { status, ...answer } = await receive({ method, headers, readBody })
    return new Response(answer.body, { status, headers: answer.headers })
  }
}

/** Hono keeps the bytes or the text that a middleware before this one has read, also to parse it as JSON. */
async function readContext(req: HonoContext['req']): Promise<RawBody> {
  if (req.raw.bodyUsed && !req.bodyCache.arrayBuffer && !req.bodyCache.text) {
    throw lostBody('add the receiver before middleware that reads req.raw')
  }
  checkAnnounced(req.raw.headers)
  return req.arrayBuffer()
}
