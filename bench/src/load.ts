// Drives one server with autocannon, and looks at a window within the run: the start, when connections are
// opened, and the end, when they are closed, are not part of it.
import autocannon from 'autocannon'
import type { Stage } from './stage.ts'

export type Target = {
  url: string
  /** For every connection the keys that it asks with, in turn. No key is in two of the lists. */
  tokens: readonly (readonly string[])[]
}

export type Load<Mark> = {
  before: Mark
  after: Mark
  seconds: number
  latenciesMs: number[]
  /** Share of answers with another ETag than the one before for the same key: they were made anew. */
  changedShare: number
}

const warmupLimitMs = 20_000
const timeoutSeconds = 10

type LoadOptions<Mark> = { warmupMs: number; windowMs: number; mark: () => Mark }

export async function drive<Mark>(
  stage: Stage,
  { url, tokens }: Target,
  { warmupMs, windowMs, mark }: LoadOptions<Mark>,
): Promise<Load<Mark>> {
  let measuring = false
  let answered = 0
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
      const own = tokens[opened++ % tokens.length] ?? []
      connection.setRequests(own.map((token) => ({ headers: { authorization: `Bearer ${token}` } })))
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
    answered++
    if (measuring) latenciesMs.push(ms)
  })

  try {
    await stage.wait(warmupMs)
    // Every key's page has been asked for twice by then, so that none is left from the variant before.
    for (const deadline = performance.now() + warmupLimitMs; answered < 2 * tokens.flat().length; ) {
      if (performance.now() > deadline) throw new Error(`${url} is too slow to be measured`)
      await stage.wait(50)
    }
    measuring = true
    const before = mark()
    const start = performance.now()
    await stage.wait(windowMs)
    const seconds = (performance.now() - start) / 1000
    const after = mark()
    measuring = false
    run.stop()
    const { errors, timeouts, non2xx } = await run
    if (errors + timeouts + non2xx > 0) {
      throw new Error(
        `${url} failed: ${errors} errors, ${timeouts} time-outs, ${non2xx} answers that are not 2xx`,
      )
    }
    return { before, after, seconds, latenciesMs, changedShare: changed / latenciesMs.length }
  } finally {
    run.stop()
    await run
  }
}
