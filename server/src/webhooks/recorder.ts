// Gathers results and writes them down in batches: at once where a hundred have come together, after a few
// milliseconds otherwise. What comes in during a write makes the next batch, the larger the busier it is: a
// transaction costs the same six round trips for one result as for five hundred. When the database is away it holds on to them and tries again; whatever it cannot write before
// the lease runs out, another worker sends again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptResult } from './record.ts'

const policy = { startAt: 100, most: 500, gatherMs: 4, retryMs: 250, triesWhenClosing: 4 }

export type Recorder = {
  add(result: AttemptResult): void
  /** true: everything that was added is written. */
  isIdle(): boolean
  close(): Promise<void>
}

export function createRecorder(
  write: (batch: readonly AttemptResult[]) => Promise<void>,
  onError: (error: unknown, count: number) => void,
): Recorder {
  let waiting: AttemptResult[] = []
  let running: Promise<void> | null = null
  let closing = false
  let timer: NodeJS.Timeout | null = null

  async function drain(): Promise<void> {
    let tries = 0
    while (waiting.length > 0) {
      const batch = waiting.slice(0, policy.most)
      try {
        await write(batch)
        waiting = waiting.slice(batch.length)
        tries = 0
      } catch (error) {
        onError(error, waiting.length)
        tries += 1
        if (closing && tries >= policy.triesWhenClosing) return
        await sleep(policy.retryMs)
      }
    }
  }

  function start() {
    if (timer) clearTimeout(timer)
    timer = null
    running ??= drain().finally(() => {
      running = null
      if (waiting.length > 0 && !closing) schedule()
    })
  }

  function schedule() {
    if (waiting.length >= policy.startAt) start()
    else timer ??= setTimeout(start, policy.gatherMs)
  }

  return {
    add(result) {
      waiting.push(result)
      if (!running) schedule()
    },
    isIdle: () => waiting.length === 0 && running === null,
    async close() {
      closing = true
      start()
      await running
    },
  }
}
