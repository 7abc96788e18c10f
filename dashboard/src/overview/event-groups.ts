import type { AndenEvent } from '@anden/sdk'

export type Group = [AndenEvent, ...AndenEvent[]]

/** Events of one type and one moment come from one cause, as the lots of one delivery: they are one line. */
export function inGroups(events: readonly AndenEvent[]): Group[] {
  const groups = new Map<string, Group>()
  for (const event of events) {
    const key = `${event.created_at} ${event.type}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return [...groups.values()]
}
