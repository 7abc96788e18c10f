// A receiver for runtimes with the standard `Request` and `Response`: Deno, Bun, Cloudflare Workers, Node.
// `Deno.serve(fetchWebhook({ secret }, handler))`
import {
  checkAnnounced,
  lostBody,
  receiverWith,
  type WebhookHandler,
  type WebhookOptions,
} from './receive.ts'

export type FetchWebhook = (request: Request) => Promise<Response>

export function fetchWebhook(options: WebhookOptions, handler: WebhookHandler): FetchWebhook {
  const receive = receiverWith(options, handler)
  return async (request) => {
    const { method, headers } = request
    const readBody = () => readRequest(request)
    const { status, ...answer } = await receive({ method, headers, readBody })
    return new Response(answer.body, { status, headers: answer.headers })
  }
}

async function readRequest(request: Request): Promise<ArrayBuffer> {
  if (request.bodyUsed) throw lostBody('pass the request to the receiver before anything reads it')
  checkAnnounced(request.headers)
  return request.arrayBuffer()
}
