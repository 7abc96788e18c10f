// The send slots of one worker: how many are in use, by which endpoint, and when each endpoint last got one.
// Claims read the loads to share free slots fairly between endpoints.

/** `turn`: the claim in which the endpoint last got a slot. */
export type EndpointLoad = { inFlight: number; turn: number }

export function createSlots(total: number) {
  const loads = new Map<string, EndpointLoad>()
  let inFlight = 0
  let turn = 0
  return {
    loads: loads as ReadonlyMap<string, EndpointLoad>,
    inFlight: () => inFlight,
    free: () => total - inFlight,
    /** Once per claim, before its slots are taken. Past turns matter only while deliveries are waiting. */
    startTurn(claimedCount: number) {
      if (claimedCount === 0 && inFlight === 0) loads.clear()
      turn += 1
    },
    take(endpointId: string) {
      inFlight += 1
      loads.set(endpointId, { inFlight: (loads.get(endpointId)?.inFlight ?? 0) + 1, turn })
    },
    release(endpointId: string) {
      inFlight -= 1
      const load = loads.get(endpointId)
      if (load) load.inFlight -= 1
    },
  }
}
