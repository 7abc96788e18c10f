// A receiver for Fastify 4 and 5: `app.register(fastifyWebhook({ url: '/webhooks/anden', secret }, handler))`. It is a
// plugin with its own scope: there the body stays raw, and the parsers of all other routes stay as they are.
import { maxBodyBytes, receiverWith, type WebhookHandler, type WebhookOptions } from './receive.ts'

export type FastifyWebhookOptions = WebhookOptions & {
  /** The path of the route, below the prefix if one is registered. */
  url: string
}

/** The part of Fastify's instance that is used. */
export type FastifyScope = {
  removeAllContentTypeParsers(): unknown
  // `never` is assignable to every parameter, so that all overloads of Fastify's own declaration fit.
  addContentTypeParser(contentType: string, options: never, parser: never): unknown
  post(
    url: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown
}

type FastifyRequestLike = {
  headers: { readonly [name: string]: string | string[] | undefined }
  body: unknown
}
type FastifyReplyLike = {
  code(status: number): { headers(values: Record<string, string>): { send(body: string): unknown } }
}

const rawBody = { parseAs: 'buffer', bodyLimit: maxBodyBytes }
const keepRaw = (_request: unknown, body: unknown, done: (error: null, body: unknown) => void) =>
  done(null, body)

export function fastifyWebhook({ url, ...options }: FastifyWebhookOptions, handler: WebhookHandler) {
  const receive = receiverWith(options, handler)
  return async (scope: FastifyScope): Promise<void> => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', rawBody as never, keepRaw as never)
    scope.post(url, async ({ headers, body }, reply) => {
      // A request without a body has none to parse.
      const readBody = async () => (body ?? '') as Uint8Array
      const answer = await receive({ method: 'POST', headers, readBody })
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    })
  }
}
