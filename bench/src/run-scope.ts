// Owns everything that a run starts, and closes it when the run ends, fails or is interrupted. A signal does not close
// anything itself: it aborts the current step, and the `finally` below cleans up.
import { setTimeout as sleep } from 'node:timers/promises'

export type RunScope = {
  readonly interrupted: AbortSignal
  /** Close functions run in reverse order. */
  onClose(close: () => Promise<unknown>): void
  /** Throws if the run is interrupted while waiting. */
  wait(ms: number): Promise<void>
  log(line: string): void
}

export async function withRunScope<Result>(run: (scope: RunScope) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  const interrupt = () => interruption.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  try {
    const result = await run({
      interrupted: interruption.signal,
      onClose: (close) => closers.push(close),
      wait: async (ms) => {
        await sleep(ms, undefined, { signal: interruption.signal }).catch(() => undefined)
        interruption.signal.throwIfAborted()
      },
      log: (line) => process.stderr.write(`${line}\n`),
    })
    interruption.signal.throwIfAborted()
    return result
  } catch (error) {
    // An error after an interruption is most likely caused by it.
    throw interruption.signal.aborted ? interruption.signal.reason : error
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => process.stderr.write(`could not clean up: ${error.message}\n`))
    }
    for (const signal of signals) process.off(signal, interrupt)
  }
}
