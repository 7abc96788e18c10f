// When each key was last used, written for all keys together every half minute: never a write per request.

import type { Deps } from '../app/deps.ts'
import type { Statement } from '../db/sql.ts'
import { noteApiKeysUsed, noteStaffKeysUsed } from './queries.ts'

const flushEveryMs = 30_000

type Needed = Pick<Deps, 'db' | 'clock' | 'log'>
type Note = (ids: string[], times: string[]) => Statement

export const trackApiKeysUsed = (deps: Needed) => trackLastUsed(deps, noteApiKeysUsed)
export const trackStaffKeysUsed = (deps: Needed) => trackLastUsed(deps, noteStaffKeysUsed)

function trackLastUsed({ db, clock, log }: Needed, note: Note) {
  let used = new Map<string, number>()
  async function flush() {
    if (used.size === 0) return
    const noted = [...used].sort()
    used = new Map()
    await db.run(
      note(
        noted.map(([id]) => id),
        noted.map(([, time]) => new Date(time).toISOString()),
      ),
    )
  }
  const timer = setInterval(
    () => flush().catch((err) => log.warn({ err }, 'could not note when keys were used')),
    flushEveryMs,
  ).unref()
  return {
    note: (keyId: string) => used.set(keyId, clock()),
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((err) => log.warn({ err }, 'could not note when keys were used'))
    },
  }
}
export type LastUsed = Pick<ReturnType<typeof trackLastUsed>, 'note'>
