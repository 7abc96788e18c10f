// The object that an event is about, by which `GET /events?object_id=…` finds it. An event has one object: the one that
// it carries. All events of an object are therefore of one family.
import { eventFamilies, eventFamilyOf } from '@anden/contract'
import type { NewEvent } from './publish.ts'

/** null: a payment or a credit note, which no list finds by its id. */
export function objectIdOf({ type, object }: NewEvent): string | null {
  const member = eventFamilies[eventFamilyOf(type)].objectIdMember
  return member === null ? null : ((object as Record<string, unknown>)[member] as string)
}
