// PostgreSQL refuses to run as root. A root process therefore starts it under an unprivileged account: the owner of the
// existing cluster, or one that exists on practically every machine.
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The account that PostgreSQL runs under; undefined: that of this process. */
export type Account = { uid: number; gid: number; name: string } | undefined

const suitableNames = ['postgres', '_postgres', 'nobody', 'daemon']

export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/** The account for a new cluster. */
export async function chooseAccount(): Promise<Account> {
  if (!isRoot()) return undefined
  const entries = await readPasswd()
  for (const name of suitableNames) {
    const entry = entries.find((candidate) => candidate.name === name)
    if (entry && entry.uid > 0 && entry.gid > 0) return entry
  }
  throw new Error(
    `PostgreSQL cannot run as root, and none of the accounts ${suitableNames.join(', ')} exists: run as an ordinary user, or set DATABASE_URL`,
  )
}

/** The account that owns an existing cluster. */
export async function ownerOf(pgdata: string): Promise<Account> {
  const { uid, gid } = await stat(pgdata)
  const own = process.geteuid?.()
  if (own === undefined) return undefined
  if (own !== 0 && uid !== own) {
    throw new Error(`the database cluster in ${pgdata} belongs to user ${uid}: run as that user`)
  }
  if (own !== 0) return undefined
  if (uid === 0) {
    throw new Error(
      `the database cluster in ${pgdata} belongs to root, and PostgreSQL does not run as root: give it to an ordinary account (chown -R)`,
    )
  }
  const name = (await readPasswd()).find((entry) => entry.uid === uid)?.name ?? `user ${uid}`
  return { uid, gid, name }
}

/** The first directory on the path to `dir` that the account may not enter; undefined if it may enter all. */
export async function firstUnreachable(dir: string, account: Account): Promise<string | undefined> {
  if (!account) return undefined
  const { uid, gid, mode } = await stat(dir)
  const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const above = dirname(dir) === dir ? undefined : await firstUnreachable(dirname(dir), account)
  return above ?? (mode & executeBit ? undefined : dir)
}

async function readPasswd() {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
