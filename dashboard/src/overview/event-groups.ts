import type { AndenEvent } from '@anden/sdk'

export type Group = [AndenEvent, ...AndenEvent[]]

/**
 * Events of one type and one moment come from one cause, as the lots of one delivery: they are one line. If there are more
 * events than these, the groups of the oldest moment may not be whole. They are left out, unless there is no other.
 */
export function inGroups(events: readonly AndenEvent[], hasMore: boolean): Group[] {
  const groups = new Map<string, Group>()
  for (const event of events) {
    const key = `${event.created_at} ${event.type}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  const all = [...groups.values()]
  const oldest = events.at(-1)?.created_at
  const whole = hasMore ? all.filter(([{ created_at }]) => created_at !== oldest) : all
  return whole.length > 0 ? whole : all
}
