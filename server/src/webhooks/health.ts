// An endpoint's health: consecutive failed attempts over all its deliveries, and the pause that they lead to.

export type EndpointHealth = { status: 'active' | 'paused'; consecutive_failures: number }
export type Result = { succeeded: boolean }

/** Results in completion order. Once paused, the counter no longer changes. */
export function healthAfter(
  before: EndpointHealth,
  results: readonly Result[],
  pauseAfter: number,
): EndpointHealth & { justPaused: boolean } {
  let { status, consecutive_failures } = before
  for (const { succeeded } of results) {
    if (status === 'paused') break
    consecutive_failures = succeeded ? 0 : consecutive_failures + 1
    if (consecutive_failures >= pauseAfter) status = 'paused'
  }
  return { status, consecutive_failures, justPaused: before.status === 'active' && status === 'paused' }
}
