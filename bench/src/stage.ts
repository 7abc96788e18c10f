// What a run has started and must take down again, whether it ends, fails or is interrupted. An interruption
// does not tear anything down by itself: it stops the step at hand, and the one way out does the rest.
import { setTimeout as sleep } from 'node:timers/promises'

export type Stage = {
  readonly interrupted: AbortSignal
  /** Closed in reverse order. */
  onClose(close: () => Promise<unknown>): void
  /** Throws when the run was interrupted meanwhile. */
  wait(ms: number): Promise<void>
  say(line: string): void
}

export async function onStage<Result>(act: (stage: Stage) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  const interrupt = () => interruption.abort(new Error('interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  try {
    const result = await act({
      interrupted: interruption.signal,
      onClose: (close) => closers.push(close),
      wait: async (ms) => {
        await sleep(ms, undefined, { signal: interruption.signal }).catch(() => undefined)
        interruption.signal.throwIfAborted()
      },
      say: (line) => process.stderr.write(`${line}\n`),
    })
    interruption.signal.throwIfAborted()
    return result
  } catch (error) {
    // What fails after an interruption mostly fails because of it.
    throw interruption.signal.aborted ? interruption.signal.reason : error
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => process.stderr.write(`could not clean up: ${error.message}\n`))
    }
    for (const signal of signals) process.off(signal, interrupt)
  }
}
