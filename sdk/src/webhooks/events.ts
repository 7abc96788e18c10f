// The events that a webhook receiver gets, as a union that `type` narrows.
import type { EventPayloads, EventType } from '../generated/schemas.ts'

export type WebhookEnvelope<Type extends string, Payload> = {
  /** `evt_` and a UUID; `evt_test_` and a UUID if it is a test. The same on every attempt: process each one once. */
  id: string
  type: Type
  /** UTC, ISO 8601 with milliseconds. */
  created_at: string
  api_version: 'v1'
  data: { object: Payload }
}

/** An event of the business. A sample that `anden trigger` sends is one too: `isTestEvent` tells it apart. */
export type BusinessEvent = { [Type in EventType]: WebhookEnvelope<Type, EventPayloads[Type]> }[EventType]

/** Sent by the test button of the dashboard only. */
export type PingEvent = WebhookEnvelope<'webhook.test', { message: string; endpoint_id: string }>

export type WebhookEvent = BusinessEvent | PingEvent

/** True of test pings and of samples, which carry made-up data. */
export const isTestEvent = (event: { id: string }): boolean => event.id.startsWith('evt_test_')
