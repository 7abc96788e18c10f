// A receiver for node:http: `createServer(nodeWebhook({ secret }, handler))`. It is also the base of those for Express
// and for API routes of Next.js, which pass the same request and response.
import {
  BodyTooLargeError,
  lostBody,
  maxBodyBytes,
  receiverWith,
  type WebhookHandler,
  type WebhookOptions,
} from './receive.ts'
import type { RawBody } from './signature.ts'

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
  const receive = receiverWith(options, handler)
  return async (request, response) => {
    const { method, headers } = request
    const readBody = () => readNodeBody(request, advice)
    const answer = await receive({ method, headers, readBody })
    response.statusCode = answer.status
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
    response.end(answer.body)
  }
}

// The raw body of a request of node:http, also behind the body parsers that Express and Next.js put before a handler.

/** The part of `IncomingMessage` that is used, and what parsers leave on it. */
export type NodeRequest = AsyncIterable<unknown> & {
  method?: string | undefined
  headers: { readonly [name: string]: string | string[] | undefined }
  /** Set by body parsers. */
  body?: unknown
  /** Set by cloud functions, and by parsers that are told to keep it. */
  rawBody?: unknown
  readonly readableDidRead?: boolean | undefined
}

const isRaw = (body: unknown): body is RawBody => typeof body === 'string' || ArrayBuffer.isView(body)

export async function readNodeBody(request: NodeRequest, advice: string): Promise<RawBody> {
  if (isRaw(request.rawBody)) return request.rawBody
  if (isRaw(request.body)) return request.body
  if (request.readableDidRead) throw lostBody(advice)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request) {
    const part = chunk as Uint8Array
    bytes += part.length
    // The rest is read and dropped: leaving the loop would close the connection before the answer.
    if (bytes <= maxBodyBytes) chunks.push(part)
  }
  if (bytes > maxBodyBytes) throw new BodyTooLargeError()
  return concatenated(chunks, bytes)
}

function concatenated(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
