// When each key was last used, written for all keys together every half minute: never a write per request.

import type { Statement } from '../db/sql.ts'
import type { Deps } from '../deps.ts'

const flushEveryMs = 30_000

type Note = (ids: string[], times: string[]) => Statement

export function trackLastUsed({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, note: Note) {
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
