// Drives one server with autocannon, and looks at a window within the run: the start, when connections are
// opened, and the end, when they are closed, are not part of it.
import autocannon from 'autocannon'
import type { Stage } from './stage.ts'

export type Target = {
  url: string
  /** Every connection asks on behalf of one key, always the same. */
  tokenOf: (connection: number) => string
}

export type Load<Mark> = {
  before: Mark
  after: Mark
  seconds: number
  latenciesMs: number[]
  /** Share of answers with another ETag than the one before on the same connection. */
  changedShare: number
}

type LoadOptions<Mark> = { connections: number; warmupMs: number; windowMs: number; mark: () => Mark }

export async function drive<Mark>(
  stage: Stage,
  { url, tokenOf }: Target,
  { connections, warmupMs, windowMs, mark }: LoadOptions<Mark>,
): Promise<Load<Mark>> {
  let measuring = false
  let changed = 0
  const latenciesMs: number[] = []
  let opened = 0
  const run = autocannon({
    url,
    connections,
    duration: (warmupMs + windowMs) / 1000 + 60,
    sampleInt: 100,
    setupClient(connection) {
      connection.setHeaders({ authorization: `Bearer ${tokenOf(opened++)}` })
      let previous: string | undefined
      connection.on('headers', ({ headers }) => {
        const name = headers.indexOf('etag')
        if (name === -1) return
        const tag = headers[name + 1]
        if (measuring && tag !== previous) changed++
        previous = tag
      })
    },
  })
  run.on('response', (_connection, _status, _bytes, ms) => {
    if (measuring) latenciesMs.push(ms)
  })

  try {
    await stage.wait(warmupMs)
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
