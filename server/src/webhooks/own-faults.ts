// Endpoints that nothing could be sent to through a fault of the service itself: a secret that does not open, an
// exception while signing or sending. That never counts against the receiver. This process leaves the endpoint alone
// for a while and then tries again; the deliveries stay pending, and other processes may send them meanwhile.
import type { Deps } from '../app/deps.ts'
import type { Hands } from './claim.ts'
import { UnreadableSecretError } from './key-ring.ts'
import { deliveryMetrics } from './metrics.ts'

const policy = {
  retryMs: 10_000,
  /** /readyz does not turn green between one try and the next. */
  graceMs: 5_000,
  logEveryMs: 60_000,
}

const words = {
  unreadable: 'A webhook signing secret cannot be read by this process: check its SECRET_KEY.',
  exception: 'Webhooks cannot be signed or sent by this process: see its log.',
}

export function ownFaults({ log, webhooks }: Pick<Deps, 'log' | 'webhooks'>, now = () => performance.now()) {
  const retryMs = webhooks.faultRetryMs ?? policy.retryMs
  const faulty = new Map<string, { retryAt: number; reason: keyof typeof words }>()
  let nextLogAt = 0
  let unlogged = 0

  function note(endpointId: string, deliveryId: string, err: unknown) {
    const reason = err instanceof UnreadableSecretError ? 'unreadable' : 'exception'
    faulty.set(endpointId, { retryAt: now() + retryMs, reason })
    deliveryMetrics.notSent(reason)
    unlogged += 1
    if (now() < nextLogAt) return
    const line = { err, endpoint_id: endpointId, delivery_id: deliveryId, count: unlogged }
    log.error(line, 'could not sign or send deliveries: they stay pending and are tried again')
    nextLogAt = now() + policy.logEveryMs
    unlogged = 0
  }

  return {
    note,
    over(endpointId: string) {
      faulty.delete(endpointId)
    },
    /** Claims count these endpoints as having no free slot. */
    withFaulty(hands: ReadonlyMap<string, Hands>): ReadonlyMap<string, Hands> {
      const waiting = [...faulty].filter(([, { retryAt }]) => now() < retryAt)
      if (waiting.length === 0) return hands
      const full = { count: webhooks.concurrency, turn: 0 }
      return new Map([...hands, ...waiting.map(([id]) => [id, full] as const)])
    },
    /** In general words; null while there is none. */
    standing(): string | null {
      for (const [id, { retryAt }] of faulty) if (now() > retryAt + policy.graceMs) faulty.delete(id)
      const [first] = faulty.values()
      return first ? words[first.reason] : null
    },
  }
}
