// Sends a sample of an event to a client's endpoints, as a test event: nothing is published or recorded. Each endpoint
// gets the same bytes, as with a real event.
import type { EventPayload, EventType } from '@anden/contract'
import { renderPayload } from './payload.ts'
import { endpointsToTrigger, endpointToTest } from './queries.ts'
import { createTestEvent, type PingDeps, sendTestEvent } from './test-event.ts'

export type Trigger<Type extends EventType = EventType> = {
  clientId: string
  /** null: every active endpoint that subscribes to the type. */
  endpointId: string | null
  type: Type
  object: EventPayload<Type>
}

export async function triggerEvent(deps: PingDeps, { clientId, endpointId, type, object }: Trigger) {
  const endpoints = await deps.db.rows(
    endpointId === null ? endpointsToTrigger(clientId, type) : endpointToTest(clientId, endpointId),
  )
  const event = createTestEvent(type, renderPayload(type, object), deps.clock())
  const deliveries = await Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint_id: endpoint.id,
      url: endpoint.url,
      ...(await sendTestEvent(deps, endpoint, event)),
    })),
  )
  return { id: event.id, type, deliveries }
}
