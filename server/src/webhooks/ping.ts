// A test of an endpoint: the event `webhook.test`, which exists for no other purpose, or a sample of a real event.
import type { EventPayload, EventType } from '@anden/contract'
import { throwProblem } from '../problem.ts'
import { renderPayload } from './payload.ts'
import { endpointToTest } from './queries.ts'
import { createTestEvent, type PingDeps, sendTestEvent } from './test-event.ts'

export const pingDescription =
  'One attempt to send `webhook.test`, or a sample of the event in `type`, with the same address guard and limits as any delivery. It does not count as a success or a failure. The id of the event starts with `evt_test_`.'

export type TestDeps = PingDeps & {
  sampleOf: (type: EventType, nowMs: number) => { object: EventPayload<EventType> }
}

export async function pingEndpoint(
  deps: TestDeps,
  clientId: string,
  endpointId: string,
  type: EventType | undefined,
) {
  const endpoint =
    (await deps.db.maybeOne(endpointToTest(clientId, endpointId))) ?? throwProblem('webhooks/not-found')
  const now = deps.clock()
  const payload = type ? renderPayload(type, deps.sampleOf(type, now).object) : pingPayload(endpointId)
  return sendTestEvent(deps, endpoint, createTestEvent(type ?? 'webhook.test', payload, now))
}

const pingPayload = (endpointId: string) =>
  JSON.stringify({ message: 'This is a test of your webhook endpoint.', endpoint_id: endpointId })
