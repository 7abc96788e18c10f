// What the pages ask of the service. Nothing here knows how it is shown.
import type { AcceptanceReceipt, DriverTrip, PublicRemito } from '@anden/contract'
import type { Submission } from './kept/outbox.ts'

const timeoutMs = 20_000
/** Photos are sent with it, over whatever network there is. */
const submissionTimeoutMs = 120_000

/** Why there is no answer that can be shown. */
export type Failure = 'unknown' | 'offline' | 'limited' | 'unavailable'

export type Read<Document> = { document: Document } | { failure: Failure }

/** `refused`: the service has answered, and things are not as the page shows them. */
export type Sent<Result> = { result: Result } | { refused: Refusal } | { failure: Failure }
export type Refusal = {
  code: string
  outcome?: 'delivered' | 'failed' | 'cancelled'
  /** Who accepted it before, and when. */
  name?: string | null
  at?: string
}

/** `link`: the path of the page. */
export const readTrip = (link: string) => readDocument<DriverTrip>(`${link}/trip`)
export const readRemito = (link: string) => readDocument<PublicRemito>(`${link}/remito`)
export const readStopRemito = (link: string, position: number) =>
  readDocument<PublicRemito>(`${link}/stops/${position}/remito`)

/** Can be repeated: the service records the outcome of a stop once. */
export const reportFailure = (link: string, position: number, reason: string) =>
  send<DriverTrip>(`${link}/stops/${position}/fail`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  })

/** Can be repeated: the service records a submission once, and answers as the first time. */
export function sendAcceptance({
  id,
  path,
  signedAt,
  accepted,
}: Submission): Promise<Sent<AcceptanceReceipt>> {
  const body = new FormData()
  body.set('submission_id', id)
  body.set('name', accepted.name)
  if (accepted.document !== null) body.set('document', accepted.document)
  body.set('signed_at', signedAt)
  body.set('items', JSON.stringify(accepted.items))
  if (accepted.signature) body.set('signature', accepted.signature, 'signature.png')
  for (const [index, photo] of accepted.photos.entries())
    body.append('photos', photo, `photo-${index + 1}.jpg`)
  return send<AcceptanceReceipt>(path, { body }, submissionTimeoutMs)
}

async function readDocument<Document>(path: string): Promise<Read<Document>> {
  const answer = await request(path, {})
  if ('failure' in answer) return answer
  return answer.response.ok
    ? { document: await answer.response.json() }
    : { failure: failureOf(answer.response) }
}

async function send<Result>(path: string, init: RequestInit, timeout = timeoutMs): Promise<Sent<Result>> {
  const answer = await request(path, { method: 'POST', ...init }, timeout)
  if ('failure' in answer) return answer
  const { response } = answer
  if (response.ok) return { result: await response.json() }
  if (!isRefusal(response)) return { failure: failureOf(response) }
  const { type, outcome, name, at } = await response.json().catch(() => ({}))
  return { refused: { code: String(type).replace(/^.*\/errors\//, ''), outcome, name, at } }
}

/** The same request would be answered in the same way. */
const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && ![404, 408, 429].includes(status)

async function request(
  path: string,
  init: RequestInit,
  timeout = timeoutMs,
): Promise<{ response: Response } | { failure: Failure }> {
  try {
    const response = await fetch(path, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    })
    return { response }
  } catch {
    return { failure: 'offline' }
  }
}

function failureOf({ status }: Response): Failure {
  if (status === 404) return 'unknown'
  return status === 429 ? 'limited' : 'unavailable'
}
