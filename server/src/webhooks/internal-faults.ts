// Endpoints that could not be served because of a fault of the service itself: a secret that does not decrypt, an
// exception while signing or sending. Such a fault never counts against the receiver. This process skips the endpoint
// for a while, then retries. Its deliveries stay pending, and other processes may send them in the meantime.
import type { Deps } from '../deps.ts'
import type { EndpointLoad } from './attempts.ts'
import { deliveryMetrics } from './metrics.ts'
import { UnreadableSecretError } from './sign.ts'

const policy = {
  retryMs: 10_000,
  /** Keeps /readyz failing between one retry and the next. */
  graceMs: 5_000,
  logEveryMs: 60_000,
}

const messages = {
  unreadable: 'A webhook signing secret cannot be read by this process: check its SECRET_KEY.',
  exception: 'Webhooks cannot be signed or sent by this process: see its log.',
}

export function trackInternalFaults(
  { log, webhooks }: Pick<Deps, 'log' | 'webhooks'>,
  now = () => performance.now(),
) {
  const retryMs = webhooks.faultRetryMs ?? policy.retryMs
  const faulty = new Map<string, { retryAt: number; reason: keyof typeof messages }>()
  let nextLogAt = 0
  let unlogged = 0

  function report(endpointId: string, deliveryId: string, err: unknown) {
    const reason = err instanceof UnreadableSecretError ? 'unreadable' : 'exception'
    faulty.set(endpointId, { retryAt: now() + retryMs, reason })
    deliveryMetrics.notSent(reason)
    unlogged += 1
    if (now() < nextLogAt) return
    const line = { err, endpoint_id: endpointId, delivery_id: deliveryId, count: unlogged }
    log.error(line, 'could not sign or send deliveries; they stay pending and are retried')
    nextLogAt = now() + policy.logEveryMs
    unlogged = 0
  }

  return {
    report,
    clear(endpointId: string) {
      faulty.delete(endpointId)
    },
    /** The loads for the next claim, with each faulty endpoint shown as having no free slot. */
    skipFaulty(loads: ReadonlyMap<string, EndpointLoad>): ReadonlyMap<string, EndpointLoad> {
      const waiting = [...faulty].filter(([, { retryAt }]) => now() < retryAt)
      if (waiting.length === 0) return loads
      const full = { inFlight: webhooks.concurrency, lastClaim: 0 }
      return new Map([...loads, ...waiting.map(([id]) => [id, full] as const)])
    },
    /** A public message without details; null: no fault. */
    current(): string | null {
      for (const [id, { retryAt }] of faulty) if (now() > retryAt + policy.graceMs) faulty.delete(id)
      const [first] = faulty.values()
      return first ? messages[first.reason] : null
    },
  }
}
