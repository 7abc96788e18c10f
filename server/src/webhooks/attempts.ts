// The attempts of one worker: each occupies a slot from signing to the response, and leaves its result in the buffer.
import type { Deps } from '../deps.ts'
import { releaseClaims } from './claim.ts'
import type { LeasedDelivery } from './hand-over.ts'
import type { trackInternalFaults } from './internal-faults.ts'
import { keyRing } from './key-ring.ts'
import { deliveryMetrics } from './metrics.ts'
import { deliveryRequest } from './request.ts'
import type { ResultBuffer } from './result-buffer.ts'
import type { DeliveryRequest, Outcome, Sender } from './send.ts'
import type { Slots } from './slots.ts'

type AttemptOptions = {
  sender: Sender
  slots: Slots
  faults: ReturnType<typeof trackInternalFaults>
  results: ResultBuffer
  onFreeSlot: () => void
}

export function createAttempts(
  { db, clock, log, secrets }: Pick<Deps, 'db' | 'clock' | 'log' | 'secrets'>,
  { sender, slots, faults, results, onFreeSlot }: AttemptOptions,
) {
  const ring = keyRing(secrets)

  function signOrReport(delivery: LeasedDelivery): DeliveryRequest | null {
    try {
      return deliveryRequest(ring, delivery, clock())
    } catch (error) {
      faults.report(delivery.endpoint_id, delivery.id, error)
      return null
    }
  }

  async function attempt(delivery: LeasedDelivery, lease: string, request: DeliveryRequest): Promise<void> {
    slots.take(delivery.endpoint_id)
    try {
      finish(delivery, lease, await sender.send(request))
    } catch (error) {
      faults.report(delivery.endpoint_id, delivery.id, error)
      // If this fails too, the lease expires by itself.
      await db.run(releaseClaims([delivery.id], lease)).catch(() => undefined)
    }
    slots.release(delivery.endpoint_id)
    onFreeSlot()
  }

  function finish(delivery: LeasedDelivery, lease: string, outcome: Outcome) {
    faults.clear(delivery.endpoint_id)
    results.add({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      lease,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    deliveryMetrics.observe(outcome)
    log.info(logFields(delivery, outcome), outcome.succeeded ? 'delivered' : 'delivery failed')
  }

  return {
    /**
     * Returns the ids of those that are not started: they cannot be signed, because of a fault of the service, or their
     * endpoint has reached its cap since they were leased. Claims and leases at birth do not see each other before this.
     */
    start(deliveries: readonly LeasedDelivery[], lease: string, capPerEndpoint: number): string[] {
      const unstarted: string[] = []
      for (const delivery of deliveries) {
        const hasRoom = (slots.loads.get(delivery.endpoint_id)?.inFlight ?? 0) < capPerEndpoint
        const request = hasRoom ? signOrReport(delivery) : null
        if (request) void attempt(delivery, lease, request)
        else unstarted.push(delivery.id)
      }
      return unstarted
    },
  }
}

function logFields(delivery: LeasedDelivery, { responseStatus, durationMs, error }: Outcome) {
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    attempt: delivery.attempts + 1,
    status: responseStatus,
    duration_ms: durationMs,
    error,
  }
}
