// Aborts a request after a time limit, or when the caller's own signal is aborted. AbortSignal.any does the same, but
// Node has it only from 20.3 on, and a signal of a whole program would collect one listener per request.
export type AttemptLimit = {
  signal: AbortSignal
  isOver(): boolean
  /** Removes the time limit, for a response that is a stream. */
  clear(): void
  /** Stops listening to the caller's signal. */
  release(): void
}

export function timeLimit(limitMs: number, caller: AbortSignal | undefined): AttemptLimit {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, limitMs)
  const onAbort = () => controller.abort(caller?.reason)
  if (caller?.aborted) onAbort()
  caller?.addEventListener('abort', onAbort)
  const clear = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear,
    release() {
      clear()
      caller?.removeEventListener('abort', onAbort)
    },
  }
}

/** Resolves after the time, or earlier if the signal is aborted. */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
  })
}
