// The attempts of one worker: each occupies a slot from signing to the response, and leaves its result in the buffer.
import type { Deps } from '../deps.ts'
import { releaseClaims } from './claim.ts'
import type { LeasedDelivery } from './hand-over.ts'
import type { trackInternalFaults } from './internal-faults.ts'
import { deliveryMetrics } from './metrics.ts'
import type { AttemptResult, ResultBuffer } from './record.ts'
import { deliveryRequest } from './request.ts'
import type { DeliveryRequest, Outcome, Sender } from './send.ts'
import { keyRing } from './sign.ts'

type Claim = Pick<AttemptResult, 'lease' | 'isTrial'>

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

  async function attempt(
    delivery: LeasedDelivery,
    { lease, isTrial }: Claim,
    request: DeliveryRequest,
  ): Promise<void> {
    slots.take(delivery.endpoint_id)
    try {
      finish(delivery, { lease, isTrial }, await sender.send(request))
    } catch (error) {
      faults.report(delivery.endpoint_id, delivery.id, error)
      // If this fails too, the lease expires by itself.
      await db.run(releaseClaims([delivery.id], lease)).catch(() => undefined)
    }
    slots.release(delivery.endpoint_id)
    onFreeSlot()
  }

  function finish(delivery: LeasedDelivery, claim: Claim, outcome: Outcome) {
    faults.clear(delivery.endpoint_id)
    results.add({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      ...claim,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    deliveryMetrics.observe(delivery.client_id, outcome)
    log.info(logFields(delivery, outcome), outcome.succeeded ? 'delivered' : 'delivery failed')
  }

  return {
    /**
     * Returns the ids of those that are not started: they cannot be signed, because of a fault of the service, or their
     * endpoint has reached its cap since they were leased. Claims and leases at birth do not see each other before this.
     */
    start(
      deliveries: readonly LeasedDelivery[],
      lease: string,
      capPerEndpoint: number,
      isTrial = false,
    ): string[] {
      const unstarted: string[] = []
      for (const delivery of deliveries) {
        const hasRoom = (slots.loads.get(delivery.endpoint_id)?.inFlight ?? 0) < capPerEndpoint
        const request = hasRoom ? signOrReport(delivery) : null
        if (request) void attempt(delivery, { lease, isTrial }, request)
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

// The send slots of one worker: how many are in use, by which endpoint, and when each endpoint last got one.
// Claims read the loads to share free slots fairly between endpoints. Slots are reserved for deliveries that are being
// inserted under a lease: which endpoints they are for is known only when they are.

/** `lastClaim`: the number of the claim in which the endpoint last got a slot. */
export type EndpointLoad = { inFlight: number; lastClaim: number }

export type Slots = ReturnType<typeof createSlots>

export function createSlots(total: number) {
  const loads = new Map<string, EndpointLoad>()
  let inFlight = 0
  let reserved = 0
  let claim = 0
  return {
    loads: loads as ReadonlyMap<string, EndpointLoad>,
    inFlight: () => inFlight,
    /** None is in use or reserved. */
    isIdle: () => inFlight === 0 && reserved === 0,
    free: () => total - inFlight - reserved,
    reserve(count: number) {
      reserved += count
    },
    endReservation(count: number) {
      reserved -= count
    },
    /** To be called once per claim, before its slots are taken. Past claims matter only while deliveries are waiting. */
    startClaim(claimedCount: number) {
      if (claimedCount === 0 && inFlight === 0) loads.clear()
      claim += 1
    },
    take(endpointId: string) {
      inFlight += 1
      loads.set(endpointId, { inFlight: (loads.get(endpointId)?.inFlight ?? 0) + 1, lastClaim: claim })
    },
    release(endpointId: string) {
      inFlight -= 1
      const load = loads.get(endpointId)
      if (load) load.inFlight -= 1
    },
  }
}
