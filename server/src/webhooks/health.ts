// How an endpoint fares: failed attempts in a row, over all its deliveries, and the pause that ends them.

export type EndpointHealth = { status: 'active' | 'paused'; consecutive_failures: number }
export type Result = { succeeded: boolean }

/** Results in the order in which they came in. After a pause the counter stays as it is. */
export function healthAfter(
  before: EndpointHealth,
  results: readonly Result[],
  pauseAfter: number,
): EndpointHealth & { pausedNow: boolean } {
  let { status, consecutive_failures } = before
  for (const { succeeded } of results) {
    if (status === 'paused') break
    consecutive_failures = succeeded ? 0 : consecutive_failures + 1
    if (consecutive_failures >= pauseAfter) status = 'paused'
  }
  return { status, consecutive_failures, pausedNow: before.status === 'active' && status === 'paused' }
}
