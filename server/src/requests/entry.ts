// A request as a row of the log, without headers and body. It has only the query parameters that the route declares, and
// only those parts of the path and the problem document that cannot be a secret.
import { faultEntries, uuidPattern } from '@anden/contract/values'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Exchange } from '../http/wire/exchange.ts'

const maxLength = { method: 20, path: 500, query: 500 }

export type RequestEntry = {
  id: string
  client_id: string
  method: string
  path: string
  query: string | null
  status: number
  duration_ms: number
  count: number
  key_id: string | null
  key_prefix: string | null
  user_id: string | null
  user_email: string | null
  problem: Record<string, unknown> | null
  created_at: string
}

export type ClientExchange = Omit<Exchange<PortalPrincipal>, 'caller'> & {
  caller: {
    client: { id: string }
    /** Id of the key or of the session, by which limits are counted. */
    credentialId: string
    key: { id: string; key_prefix: string } | null
    user: { id: string; email: string } | null
  }
}

export function entryOf(exchange: ClientExchange, createdAt: number): RequestEntry {
  const { client, key, user } = exchange.caller
  const path = storable(pathWithoutSecrets(exchange.path), maxLength.path)
  return {
    id: exchange.requestId.slice('req_'.length),
    client_id: client.id,
    method: storable(exchange.method, maxLength.method),
    path,
    query: safeQuery(exchange),
    status: exchange.status,
    duration_ms: Math.round(exchange.durationMs),
    count: 1,
    key_id: key?.id ?? null,
    key_prefix: key?.key_prefix ?? null,
    user_id: user?.id ?? null,
    user_email: user?.email ?? null,
    problem: exchange.problem && boundedProblem({ ...exchange.problem, instance: path }),
    created_at: new Date(createdAt).toISOString(),
  }
}

/** Unknown names are left out with their values: either can be anything. A cursor is useless to a reader. */
function safeQuery({ query, parameters }: ClientExchange): string | null {
  const pairs = parameters
    .filter((name) => name !== 'cursor' && typeof query[name] === 'string')
    .map((name): [string, string] => [name, storable(withoutSecrets(String(query[name])), maxLength.query)])
  const text = new URLSearchParams(pairs).toString().replaceAll(encodeURIComponent(masked), masked)
  return text === '' ? null : storable(text, maxLength.query)
}

// A problem document for the log: without what could be a secret, and within 4 KiB. Lists that are too long, such as
// the shortages of an order of 200 lines, are cut.
type Document = Record<string, unknown>

const maxBytes = 4096
const maxTextLength = 300
const listLengths = [20, 5, 1, 0]

/** Members that only the service writes, whatever the request. */
const ownMembers = ['type', 'title', 'request_id']
const essential = ['type', 'title', 'status', 'detail', 'instance', 'request_id']

function boundedProblem(problem: Document): Document {
  for (const length of listLengths) {
    const document = Object.fromEntries(
      Object.entries(problem).map(([name, value]) => [
        name,
        ownMembers.includes(name) ? value : safeValue(value, length),
      ]),
    )
    if (fits(document)) return document
  }
  const members = essential.map((name) => [name, safeValue(problem[name], 0)])
  return Object.fromEntries(members)
}

function safeValue(value: unknown, listLength: number): unknown {
  if (typeof value === 'string') return storable(withoutSecrets(value), maxTextLength)
  if (Array.isArray(value)) return value.slice(0, listLength).map((one) => safeValue(one, listLength))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'code' && isFaultCode(member) ? member : safeValue(member, listLength),
    ]),
  )
}

/** A code can be as long as a secret. */
const isFaultCode = (value: unknown) => typeof value === 'string' && Object.hasOwn(faultEntries, value)

const fits = (document: Document) => Buffer.byteLength(JSON.stringify(document)) <= maxBytes

/** How long requests are kept, and how far back they are shown. */
export const requestLogDays = 14

export const oneHourMs = 3_600_000
export const oneMinuteMs = 60_000

// The parts of a request's text that may be logged. Everything that could be a secret is masked: every secret that the
// service issues (keys, session tokens, signing secrets, links) is random text of at least 24 characters without a space.
// So each run of 20 or more characters of their alphabets is replaced, unless it is an id.

const longRun = /[\w-]{20,}/g
const anId = new RegExp(`^(?:(?:evt_|pay_|sale_|cn_)?${uuidPattern}|req_[0-9a-f]{32})$`, 'i')

const masked = '…'

/** Truncated to its maximum length. PostgreSQL stores no NUL, and no half of a surrogate pair. */
const storable = (text: string, maxLength: number) =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()

/**
 * Looks through percent-encoding, however often it was applied. A text without a secret stays as it was sent; an encoded one with a
 * secret is masked as a whole, because characters between the escapes can be parts of it.
 */
function withoutSecrets(text: string): string {
  const plain = decoded(text)
  if (plain === null) return masked
  const safe = withoutLongRuns(plain)
  if (safe === plain) return withoutLongRuns(text)
  return text === plain ? safe : masked
}

/** Masks each segment by itself, so that the others stay as they were sent. */
const pathWithoutSecrets = (path: string) => path.split('/').map(withoutSecrets).join('/')

const withoutLongRuns = (text: string) => text.replace(longRun, (run) => (anId.test(run) ? run : masked))

const maxEncodings = 4
const escapes = /(?:%[0-9a-f]{2})+/gi

/** null: encoded too many times. Decodes what it can: an invalid escape does not hide the others. */
function decoded(text: string): string | null {
  let plain = text
  for (let times = 0; times <= maxEncodings; times++) {
    const next = plain.replace(escapes, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    if (next === plain) return plain
    plain = next
  }
  return null
}
