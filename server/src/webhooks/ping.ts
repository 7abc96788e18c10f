// A test ping: the test event `webhook.test`, which exists for no other purpose.
import { throwProblem } from '../problem.ts'
import { endpointToTest } from './queries.ts'
import { createTestEvent, type PingDeps, sendTestEvent } from './test-event.ts'

export const pingDescription =
  'One attempt to send `webhook.test`, with the same address guard and limits as any delivery. It does not count as a success or a failure.'

export async function pingEndpoint(deps: PingDeps, clientId: string, endpointId: string) {
  const endpoint =
    (await deps.db.maybeOne(endpointToTest(clientId, endpointId))) ?? throwProblem('webhooks/not-found')
  const object = { message: 'This is a test of your webhook endpoint.', endpoint_id: endpointId }
  return sendTestEvent(deps, endpoint, createTestEvent('webhook.test', JSON.stringify(object), deps.clock()))
}
