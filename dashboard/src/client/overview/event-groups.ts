import type { AndenEvent } from '@anden/sdk'

export type Group = [AndenEvent, ...AndenEvent[]]

/**
 * Events of the same type and moment have one cause, such as the lots of one delivery, so they become one line. If
 * there are more events than were loaded, the groups of the oldest moment may be incomplete. They are left out unless
 * they are the only ones.
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
