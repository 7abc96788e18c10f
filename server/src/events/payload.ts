// The JSON of a payload: exactly the fields of its schema, in their order.
import { type EventPayload, type EventType, eventPayloads } from '@anden/contract'
import build from 'fast-json-stringify'

const serializers = Object.fromEntries(
  Object.entries(eventPayloads).map(([type, schema]) => [type, build(schema as object)]),
) as Record<EventType, (object: unknown) => string>

export function renderPayload<Type extends EventType>(type: Type, object: EventPayload<Type>): string {
  return serializers[type](object)
}
