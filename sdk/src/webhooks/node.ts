// A receiver for node:http: `createServer(nodeWebhook({ secret }, handler))`. It is also the base of those for Express
// and for API routes of Next.js, which pass the same request and response.
import { type NodeRequest, readNodeBody } from './node-body.ts'
import { receive, type WebhookHandler, type WebhookOptions } from './receive.ts'

/** The part of `ServerResponse` that is used. */
export type NodeResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

export type NodeWebhook = (request: NodeRequest, response: NodeResponse) => Promise<void>

export function nodeWebhook(options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  return behindParsers('pass the request to the receiver before anything reads it', options, handler)
}

/** `advice` says how to get at the raw body if a parser has consumed it. */
export function behindParsers(advice: string, options: WebhookOptions, handler: WebhookHandler): NodeWebhook {
  return async (request, response) => {
    const { method, headers } = request
    const readBody = () => readNodeBody(request, advice)
    const answer = await receive({ method, headers, readBody }, options, handler)
    response.statusCode = answer.status
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
    response.end(answer.body)
  }
}
