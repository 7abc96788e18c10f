// The send slots of one worker: how many are in use, by which endpoint, and when each endpoint last got one.
// Claims read the loads to share free slots fairly between endpoints. Slots are reserved for deliveries that are being
// inserted under a lease: which endpoints they are for is known only when they are.

/** `claimNumber`: the claim in which the endpoint last got a slot. */
export type EndpointLoad = { inFlight: number; claimNumber: number }

export type Slots = ReturnType<typeof createSlots>

export function createSlots(total: number) {
  const loads = new Map<string, EndpointLoad>()
  let inFlight = 0
  let reserved = 0
  let claimNumber = 0
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
    /** Once per claim, before its slots are taken. Past claims matter only while deliveries are waiting. */
    startClaim(claimedCount: number) {
      if (claimedCount === 0 && inFlight === 0) loads.clear()
      claimNumber += 1
    },
    take(endpointId: string) {
      inFlight += 1
      loads.set(endpointId, { inFlight: (loads.get(endpointId)?.inFlight ?? 0) + 1, claimNumber })
    },
    release(endpointId: string) {
      inFlight -= 1
      const load = loads.get(endpointId)
      if (load) load.inFlight -= 1
    },
  }
}
