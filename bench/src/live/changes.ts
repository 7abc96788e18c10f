// Changes the versions of one client after another at a steady rate, and records when each change was committed.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export const topic = 'account'

/** The commit times by client and version. */
export type Commits = Map<string, number>
export const changeKey = (client: number, version: number) => `${client} ${version}`

export async function changeVersions(
  connection: pg.Client,
  clientIds: readonly string[],
  { perSecond, windowMs, first }: { perSecond: number; windowMs: number; first: number },
): Promise<Commits> {
  const commits: Commits = new Map()
  const start = performance.now()
  const everyMs = 1000 / perSecond
  for (let i = 0; i * everyMs < windowMs; i++) {
    await sleep(Math.max(0, start + i * everyMs - performance.now()))
    const client = (first + i) % clientIds.length
    const { rows } = await connection.query<{ version: string }>({
      name: 'change',
      text: `
        update client_versions set version = version + 1, changed_in = pg_current_xact_id()
        where client_id = $1 and topic = $2
        returning version`,
      values: [clientIds[client], topic],
    })
    commits.set(changeKey(client, Number(rows[0]?.version)), performance.timeOrigin + performance.now())
  }
  return commits
}
