// The location of a cluster: in its data directory, or, if the account that PostgreSQL runs under cannot use that, in a
// separate directory that is bound to it (see outer-home.ts).
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Account, chooseAccount, firstUnreachable, ownerOf } from './account.ts'
import { type Bond, bondIn, type Control, nameCluster, readBond, writeSynced } from './control.ts'
import { checkOuterHome, createOuterHome, openOuterDirectory } from './outer-home.ts'

export type Home = {
  id: string
  /** Contains PGDATA; the account can enter it. */
  dir: string
  pgdata: string
  /** Shown in the process list, so that the processes of this cluster can be identified. */
  clusterName: string
  account: Account
  created: boolean
}

/** Finds the data directory's cluster, or a location for it. Must be called under the lock. */
export async function openHome(control: Control, say: (line: string) => void): Promise<Home> {
  const bond = (await readBond(control.bond)) ?? (await bind(control, say))
  if (bond.home) await checkOuterHome(control, bond.home, bond)
  const dir = bond.home ?? control.dir
  const pgdata = join(dir, 'pgdata')
  const created = await exists(pgdata)
  const account = created ? await ownerOf(pgdata) : await chooseAccount()
  const unreachable = await firstUnreachable(dir, account)
  if (unreachable) {
    throw new Error(
      `${account?.name}, the account that PostgreSQL runs under, cannot enter ${unreachable}: allow it (chmod o+x ${unreachable}), or set DATABASE_URL`,
    )
  }
  return { id: bond.id, dir, pgdata, clusterName: nameCluster(bond.id, pgdata), account, created }
}

/** Whether the data directory has a cluster. Read-only. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const path = bondIn(resolve(dataDir))
  const bond = await readBond(path)
  return exists(join(bond?.home ?? dirname(path), 'pgdata'))
}

async function bind(control: Control, say: (line: string) => void): Promise<Bond> {
  const account = await chooseAccount()
  const bond: Bond = { id: randomBytes(8).toString('hex') }
  // A cluster whose bond was lost is still the cluster of this directory.
  const hasPgdata = await exists(join(control.dir, 'pgdata'))
  const unusable = hasPgdata ? undefined : await unusableFor(account, control.dir)
  if (unusable) bond.home = join(await openOuterDirectory(account), bond.id)
  const draft = `${control.bond}.draft`
  await rm(draft, { force: true })
  await writeSynced(draft, JSON.stringify(bond))
  if (bond.home) {
    say(`keeping the database in ${bond.home}, because ${account?.name} cannot use ${unusable}`)
    await createOuterHome(control, bond.home, draft)
  }
  await rename(draft, control.bond)
  return bond
}

/** The directory that prevents the account from having a directory in `dir`, if any. */
async function unusableFor(account: Account, dir: string): Promise<string | undefined> {
  if (!account) return undefined
  return (await firstUnreachable(dir, account)) ?? ((await supportsOwners(account, dir)) ? undefined : dir)
}

/** Not every file system supports owners and modes. */
async function supportsOwners({ uid, gid }: NonNullable<Account>, dir: string): Promise<boolean> {
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

/** Removes unfinished clusters of processes that were killed while creating one. */
export async function sweepAttempts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^(creating|pw|probe)-/.test(name)) continue
    // A child of the killed process may still be writing; what cannot be removed now is removed next time.
    await rm(join(dir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}
