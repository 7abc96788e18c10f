// The events that a webhook receiver gets, as a union that `type` narrows.
import type { AndenEvent, EventEnvelope } from '../generated/schemas.ts'

/** Sent by the test button of the dashboard only. */
export type PingEvent = EventEnvelope<'webhook.test', { message: string; endpoint_id: string }>

/** A sample that `anden trigger` sends has the type of a real event: `isTestEvent` tells it apart. */
export type WebhookEvent = AndenEvent | PingEvent

/** True for test pings and for samples, which carry made-up data. */
export const isTestEvent = (event: { id: string }): boolean => event.id.startsWith('evt_test_')
