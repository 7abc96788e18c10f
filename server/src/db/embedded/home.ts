// The location of a cluster: in its data directory, or, if the account that PostgreSQL runs under cannot use that, in a
// separate directory that is bound to it (see below).
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, chooseAccount, firstUnreachable, ownerOf } from './account.ts'
import { type Bond, bondIn, type Control, nameCluster, readBond, writeSynced } from './control.ts'
import { endServerProcesses } from './processes.ts'

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

// This is where root keeps the cluster of a data directory that PostgreSQL's account cannot use, such as one in a checkout
// under a 0700 home. It is bound to that data directory by a file with two hard links, cluster.json there and
// `bond` here. If the data directory is moved, both links remain. If it is deleted, only ours remains, and the
// cluster is removed as well.

/** It is not /var/lib/anden, because that may be the data directory of a service that runs as its own user. */
const outerDirectory = '/var/lib/anden-clusters'

/** Contains outer homes and copies of the programs. Nobody else may write to it, because root runs those programs. */
export async function openOuterDirectory(account: Account): Promise<string> {
  const made = await mkdir(outerDirectory, { recursive: true }).catch(() => undefined)
  if (made) await chmod(outerDirectory, 0o755)
  if ((await isOurs()) && !(await firstUnreachable(outerDirectory, account))) return outerDirectory
  throw new Error(
    `${outerDirectory} cannot be created, is writable by others, or cannot be entered by ${account?.name}: run as an ordinary user, or set DATABASE_URL`,
  )
}

/** Creates the directory for a bond that is about to be renamed into place. */
async function createOuterHome(control: Control, home: string, bond: string): Promise<void> {
  await mkdir(home)
  await chmod(home, 0o711)
  await bindTo(control, home, bond)
}

/** Rejects a copy of a data directory that still exists, and binds one that was moved or restored. */
async function checkOuterHome(control: Control, home: string, { id }: Bond): Promise<void> {
  const known = await readFile(join(home, 'data-dir'), 'utf8').catch(() => undefined)
  if (known === undefined) {
    throw new Error(
      `the database of ${control.dataDir} is kept in ${home}, which no longer exists: restore it, or delete ${control.dir} to start with an empty database`,
    )
  }
  if (known !== control.dataDir && (await readBond(bondIn(known)).catch(() => undefined))?.id === id) {
    throw new Error(
      `${control.dataDir} is a copy of ${known}, whose database is kept in ${home}: use that one, or delete ${control.dir} to start with an empty database`,
    )
  }
  await bindTo(control, home, control.bond)
}

/** By path, and by a hard link if the file system allows one; in this order, because a sweep may be running. */
async function bindTo(control: Control, home: string, bond: string): Promise<void> {
  const draft = join(home, 'draft')
  await writeSynced(draft, control.dataDir)
  await rename(draft, join(home, 'data-dir'))
  await rm(join(home, 'bond'), { force: true })
  await link(bond, join(home, 'bond')).catch(() => undefined)
}

const deserted = '.deserted'

/** Stops the clusters of missing data directories, and removes those whose data directory was certainly deleted. */
export async function sweepOuterHomes(): Promise<void> {
  if (!(await isOurs())) return
  for (const name of await readdir(outerDirectory)) {
    const dir = join(outerDirectory, name)
    // Another process may be sweeping the same directory.
    if (/^[0-9a-f]{16}$/.test(name)) await sweep(dir).catch(() => undefined)
    else if (name.endsWith(deserted)) await removeTree(dir).catch(() => undefined)
  }
}

async function sweep(home: string): Promise<void> {
  const links = (await stat(join(home, 'bond')).catch(() => undefined))?.nlink
  if (links !== undefined && links > 1) return
  // If the data directory is on another file system, or was restored from a backup, its bond is a separate file.
  const dataDir = await readFile(join(home, 'data-dir'), 'utf8')
  if ((await readBond(bondIn(dataDir)))?.home === home) return
  const pgdata = join(home, 'pgdata')
  const account = await ownerOf(pgdata).catch(() => undefined)
  if (account) await endServerProcesses({ pgdata, clusterName: nameCluster(basename(home), pgdata), account })
  // Without a link, the data directory may only be unmounted.
  if (links !== 1) return
  // Renamed first: a partially removed one would look like one that is being created, and would never be removed.
  await rename(home, home + deserted)
  await removeTree(home + deserted)
}

const removeTree = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 })

async function isOurs(): Promise<boolean> {
  const found = await lstat(outerDirectory).catch(() => undefined)
  return !!found?.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0
}
