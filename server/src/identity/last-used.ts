// Records when each key, session and sandbox was last used, in one statement for all of them every half minute: never a write per
// request.

import type { Statement } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { touchApiKeys, touchSandboxes, touchStaffKeys } from './queries.ts'
import { touchSessions } from './sessions/queries.ts'

const flushEveryMs = 30_000

type Needed = Pick<Deps, 'db' | 'clock' | 'log'>
type Touch = (ids: string[], times: string[]) => Statement

export const trackApiKeysUsed = (deps: Needed) => trackLastUsed(deps, touchApiKeys)
export const trackStaffKeysUsed = (deps: Needed) => trackLastUsed(deps, touchStaffKeys)
export const trackSandboxesUsed = (deps: Needed) => trackLastUsed(deps, touchSandboxes)
export const trackSessionsUsed = (deps: Needed) => trackLastUsed(deps, touchSessions)

function trackLastUsed({ db, clock, log }: Needed, touchKeys: Touch) {
  let used = new Map<string, number>()
  async function flush() {
    if (used.size === 0) return
    const entries = [...used].sort()
    used = new Map()
    await db.run(
      touchKeys(
        entries.map(([id]) => id),
        entries.map(([, time]) => new Date(time).toISOString()),
      ),
    )
  }
  const timer = setInterval(
    () => flush().catch((err) => log.warn({ err }, 'could not record when keys or sessions were last used')),
    flushEveryMs,
  ).unref()
  return {
    touch: (keyId: string) => used.set(keyId, clock()),
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((err) => log.warn({ err }, 'could not record when keys or sessions were last used'))
    },
  }
}
export type LastUsed = Pick<ReturnType<typeof trackLastUsed>, 'touch'>
