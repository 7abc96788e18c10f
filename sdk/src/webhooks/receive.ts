// What the receivers for all frameworks have in common: verify, call the handler, and answer so that Andén retries
// exactly what should be retried.
import type { AndenEvent } from '../generated/schemas.ts'
import { type RawBody, type SigningSecrets, secretList } from './signature.ts'
import { type HeadersLike, unwrap, WebhookSignatureError } from './unwrap.ts'

/**
 * Gets each verified event, except test pings, which are answered before. It must be done within 10 seconds, so put
 * longer work into a queue. If it throws, the answer is 500, and Andén sends the event again later. An event can arrive
 * more than once: process each `event.id` only once.
 */
export type WebhookHandler = (event: AndenEvent) => unknown

export type WebhookOptions = {
  /** The endpoint's signing secret, `whsec_…`; several while it is being rotated. */
  secret: SigningSecrets
  /** How far the timestamp of a delivery may be from the clock. Default: 300. */
  toleranceSeconds?: number | undefined
  /** Gets what the handler throws, and mistakes in the set-up. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
}

export type WebhookAnswer = { status: number; headers: Record<string, string>; body: string }

/** Larger than any event: an order has up to 200 items, a remito up to 500. */
export const maxBodyBytes = 4 * 1024 * 1024

/** What a request has in common in all frameworks. `readBody` is called once. */
export type WebhookRequest = {
  method: string | undefined
  headers: HeadersLike
  readBody(): Promise<RawBody>
}

/** Throws at once if a secret is missing, so that this is noticed when the program starts. */
export function receiverWith(
  options: WebhookOptions,
  handler: WebhookHandler,
): (request: WebhookRequest) => Promise<WebhookAnswer> {
  secretList(options.secret)
  return (request) => receive(request, options, handler)
}

async function receive(
  { method, headers, readBody }: WebhookRequest,
  options: WebhookOptions,
  handler: WebhookHandler,
): Promise<WebhookAnswer> {
  if (method !== 'POST') return answer(405, { error: 'webhooks are sent with POST' }, { allow: 'POST' })
  try {
    const body = await readBody()
    if (sizeOf(body) > maxBodyBytes) throw new BodyTooLargeError()
    const event = await unwrap(body, headers, options.secret, options)
    if (event.type !== 'webhook.test') await handler(event)
    return answer(200, { received: event.id })
  } catch (error) {
    if (error instanceof WebhookSignatureError) {
      return answer(400, { error: error.message, reason: error.reason })
    }
    if (error instanceof BodyTooLargeError) return answer(413, { error: error.message })
    report(error, options)
    return answer(500, { error: 'the event was not processed' })
  }
}

/** For text, the number of characters: it has at least as many bytes. */
const sizeOf = (body: RawBody) => (typeof body === 'string' ? body.length : body.byteLength)

/** Refuses a body whose announced length is too large, before it is read. */
export function checkAnnounced(headers: Headers) {
  if (Number(headers.get('content-length')) > maxBodyBytes) throw new BodyTooLargeError()
}

export class BodyTooLargeError extends Error {
  constructor() {
    super(`the body has more than ${maxBodyBytes} bytes`)
  }
}

/** For a set-up in which the raw body is lost. A 500, so that Andén sends the event again once it is corrected. */
export const lostBody = (advice: string) =>
  new Error(`the raw body, which the signature covers, was parsed before it could be verified: ${advice}`)

function answer(status: number, body: object, headers: Record<string, string> = {}): WebhookAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function report(error: unknown, { onError }: WebhookOptions) {
  // biome-ignore lint/suspicious/noConsole: without a handler, an error must not vanish.
  if (!onError) return console.error(error)
  try {
    onError(error)
  } catch {
    // A failing error handler must not prevent the response.
  }
}
