// Where a cluster is kept: in its data directory, or, when the account that PostgreSQL runs under cannot use that, in a
// directory of its own that is bound to it (see outer-home.ts).
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Account, barrier, chooseAccount, ownerOf } from './account.ts'
import { type Bond, bondIn, type Control, nameCluster, readBond, writeSynced } from './control.ts'
import { checkOuterHome, createOuterHome, openOuterDirectory } from './outer-home.ts'

export type Home = {
  id: string
  /** Holds PGDATA and can be passed by the account. */
  dir: string
  pgdata: string
  /** Shown in the process list, so that a process can be told to be of this very cluster. */
  clusterName: string
  account: Account
  created: boolean
}

/** Finds the data directory's cluster, or a place for it. To be called under the lock. */
export async function openHome(control: Control, say: (line: string) => void): Promise<Home> {
  const bond = (await readBond(control.bond)) ?? (await bind(control, say))
  if (bond.home) await checkOuterHome(control, bond.home, bond)
  const dir = bond.home ?? control.dir
  const pgdata = join(dir, 'pgdata')
  const created = await exists(pgdata)
  const account = created ? await ownerOf(pgdata) : await chooseAccount()
  const closed = await barrier(dir, account)
  if (closed) {
    throw new Error(
      `${account?.name}, the account that PostgreSQL runs under, cannot pass ${closed}: allow it (chmod o+x ${closed}), or set DATABASE_URL`,
    )
  }
  return { id: bond.id, dir, pgdata, clusterName: nameCluster(bond.id, pgdata), account, created }
}

/** Whether the data directory has a cluster. Looks only: nothing is made, and nothing is started. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const path = bondIn(resolve(dataDir))
  const bond = await readBond(path)
  return exists(join(bond?.home ?? dirname(path), 'pgdata'))
}

async function bind(control: Control, say: (line: string) => void): Promise<Bond> {
  const account = await chooseAccount()
  const bond: Bond = { id: randomBytes(8).toString('hex') }
  // A cluster that has lost its bond is still this directory's cluster.
  const isKept = await exists(join(control.dir, 'pgdata'))
  const unusable = isKept ? undefined : await unusableFor(account, control.dir)
  if (unusable) bond.home = join(await openOuterDirectory(account), bond.id)
  const draft = `${control.bond}.draft`
  await rm(draft, { force: true })
  await writeSynced(draft, JSON.stringify(bond))
  if (bond.home) {
    say(`keeping the database in ${bond.home}, since ${account?.name} cannot use ${unusable}`)
    await createOuterHome(control, bond.home, draft)
  }
  await rename(draft, control.bond)
  return bond
}

/** The directory that keeps the account from having a directory in `dir`, if there is one. */
async function unusableFor(account: Account, dir: string): Promise<string | undefined> {
  if (!account) return undefined
  return (await barrier(dir, account)) ?? ((await canGive(account, dir)) ? undefined : dir)
}

/** Not every file system keeps owners and modes. */
async function canGive({ uid, gid }: NonNullable<Account>, dir: string): Promise<boolean> {
  const probe = join(dir, `probe-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(probe, { mode: 0o700 })
    await chown(probe, uid, gid)
    const given = await stat(probe)
    return given.uid === uid && (given.mode & 0o077) === 0
  } catch {
    return false
  } finally {
    await rmdir(probe).catch(() => undefined)
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** Unfinished attempts at creating a cluster, by processes that were killed. */
export async function sweepAttempts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^(creating|pw|probe)-/.test(name)) continue
    // A child of the killed one may still be writing; what it keeps from being removed is removed next time.
    await rm(join(dir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}
