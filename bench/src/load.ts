// Drives one server with autocannon and measures a window within the run. The start, when connections are opened, and
// the end, when they are closed, are excluded.
import { randomUUID } from 'node:crypto'
import autocannon, { type LoadRequest } from 'autocannon'
import type { RunScope } from './run-scope.ts'

export type Target = {
  url: string
  /** The keys or cookies that each connection uses in turn. No token is in two lists. */
  tokens: readonly (readonly string[])[]
  /** Makes the headers for a token; by default, the token is a key. */
  headersOf?: (token: string) => Record<string, string>
  /** For writes: the bodies that a connection posts in turn, each with a new Idempotency-Key. */
  bodiesOf?: (token: string, connection: number) => readonly string[]
}

export const keyHeader = (token: string) => ({ authorization: `Bearer ${token}` })

export type Load<Mark> = {
  before: Mark
  after: Mark
  seconds: number
  latenciesMs: number[]
  /**
   * The share of responses whose ETag differs from the previous one for the same key, which means that the page was
   * read again.
   */
  changedShare: number
}

const warmupLimitMs = 20_000
const timeoutSeconds = 10

type LoadOptions<Mark> = { warmupMs: number; windowMs: number; mark: () => Mark }

export async function drive<Mark>(
  scope: RunScope,
  target: Target,
  { warmupMs, windowMs, mark }: LoadOptions<Mark>,
): Promise<Load<Mark>> {
  const { url, tokens } = target
  let measuring = false
  let responses = 0
  let changed = 0
  const latenciesMs: number[] = []
  let opened = 0
  const run = autocannon({
    url,
    connections: tokens.length,
    duration: (warmupMs + windowMs) / 1000 + 60,
    sampleInt: 100,
    timeout: timeoutSeconds,
    setupClient(connection) {
      const own = requestsOf(target, opened++ % tokens.length)
      connection.setRequests(own)
      const tags: (string | undefined)[] = own.map(() => undefined)
      let turn = 0
      connection.on('headers', ({ headers }) => {
        const name = headers.indexOf('etag')
        const tag = name === -1 ? undefined : headers[name + 1]
        if (measuring && tag !== tags[turn]) changed++
        tags[turn] = tag
        turn = (turn + 1) % own.length
      })
    },
  })
  run.on('response', (_connection, _status, _bytes, ms) => {
    responses++
    if (measuring) latenciesMs.push(ms)
  })

  try {
    await scope.wait(warmupMs)
    // By then every key's page was requested twice, so no page is left over from the previous variant.
    for (const deadline = performance.now() + warmupLimitMs; responses < 2 * tokens.flat().length; ) {
      if (performance.now() > deadline) throw new Error(`${url} is too slow to be measured`)
      await scope.wait(50)
    }
    measuring = true
    const before = mark()
    const start = performance.now()
    await scope.wait(windowMs)
    const seconds = (performance.now() - start) / 1000
    const after = mark()
    measuring = false
    run.stop()
    const { errors, timeouts, non2xx } = await run
    if (errors + timeouts + non2xx > 0) {
      throw new Error(
        `${url} failed: ${errors} errors, ${timeouts} time-outs, ${non2xx} responses other than 2xx`,
      )
    }
    return { before, after, seconds, latenciesMs, changedShare: changed / latenciesMs.length }
  } finally {
    run.stop()
    await run
  }
}

function requestsOf({ tokens, headersOf = keyHeader, bodiesOf }: Target, connection: number): LoadRequest[] {
  return (tokens[connection] ?? []).flatMap((token): LoadRequest[] => {
    const headers = headersOf(token)
    if (!bodiesOf) return [{ headers }]
    return bodiesOf(token, connection).map((body) => ({
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      setupRequest: (request) => ({
        ...request,
        headers: { ...request.headers, 'idempotency-key': randomUUID() },
      }),
    }))
  })
}

export function chunks(all: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
