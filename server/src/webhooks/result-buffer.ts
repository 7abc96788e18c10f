// Collects results and records them in batches: immediately from a hundred on, otherwise after a few milliseconds.
// Results that arrive during a write form the next batch, which grows with the load: a transaction costs the same six
// round trips for one result as for five hundred. While the database is unreachable, results are kept and the write is
// retried. If the lease expires before that succeeds, another worker sends the delivery again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptResult } from './record.ts'

const policy = { flushAt: 100, maxBatch: 500, batchDelayMs: 4, retryMs: 250, maxTriesWhenClosing: 4 }

export type ResultBuffer = {
  add(result: AttemptResult): void
  /** true: everything that was added is recorded. */
  isIdle(): boolean
  close(): Promise<void>
}

export function createResultBuffer(
  write: (batch: readonly AttemptResult[]) => Promise<void>,
  onError: (error: unknown, count: number) => void,
): ResultBuffer {
  let waiting: AttemptResult[] = []
  let flushing: Promise<void> | null = null
  let closing = false
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    let tries = 0
    while (waiting.length > 0) {
      const batch = waiting.slice(0, policy.maxBatch)
      try {
        await write(batch)
        waiting = waiting.slice(batch.length)
        tries = 0
      } catch (error) {
        onError(error, waiting.length)
        tries += 1
        if (closing && tries >= policy.maxTriesWhenClosing) return
        await sleep(policy.retryMs)
      }
    }
  }

  function startFlush() {
    if (timer) clearTimeout(timer)
    timer = null
    flushing ??= flush().finally(() => {
      flushing = null
      if (waiting.length > 0 && !closing) schedule()
    })
  }

  function schedule() {
    if (waiting.length >= policy.flushAt) startFlush()
    else timer ??= setTimeout(startFlush, policy.batchDelayMs)
  }

  return {
    add(result) {
      waiting.push(result)
      if (!flushing) schedule()
    },
    isIdle: () => waiting.length === 0 && flushing === null,
    async close() {
      closing = true
      startFlush()
      await flushing
    },
  }
}
