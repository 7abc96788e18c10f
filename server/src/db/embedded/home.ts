// Where a cluster is kept: in its data directory, or, when the account that PostgreSQL runs under cannot get
// there (a checkout under a 0700 home), in a directory of its own that is bound to the data directory. The
// bond is one file with two hard links, one on each side: deleting the data directory leaves a single link,
// moving it leaves two. So a cluster is thrown away only when its data directory was really deleted.
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Account, barrier, chooseAccount, ownerOf } from './account.ts'
import { bondIn, type Control, writeSynced } from './control.ts'
import { openOuterDirectory } from './outer-directory.ts'

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

export type Bond = { id: string; home?: string }

/** Finds the data directory's cluster, or a place for it. To be called under the lock. */
export async function openHome(control: Control, say: (line: string) => void): Promise<Home> {
  const bond = (await readBond(control.bond)) ?? (await bind(control, say))
  const dir = bond.home ?? control.dir
  if (bond.home) await checkOuterHome(control, bond.home, bond.id)
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

/** Made from the path too: a copied data directory has its original's id. */
export function nameCluster(id: string, pgdata: string): string {
  return `anden-${createHash('sha256').update(`${id} ${pgdata}`).digest('hex').slice(0, 16)}`
}

export async function readBond(path: string): Promise<Bond | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Bond
  } catch {
    throw new Error(`${path} is damaged: restore it from a backup`)
  }
}

async function bind(control: Control, say: (line: string) => void): Promise<Bond> {
  const account = await chooseAccount()
  const id = randomBytes(8).toString('hex')
  const draft = `${control.bond}.draft`
  await rm(draft, { force: true })
  const closed = await barrier(control.dir, account)
  // A cluster that has lost its bond is still this directory's cluster.
  const kept = await exists(join(control.dir, 'pgdata'))
  const inPlace = kept || (!closed && (await canHold(control.dir, account)))
  const bond: Bond = { id }
  if (!inPlace) bond.home = join(await openOuterDirectory(account), id)
  await writeSynced(draft, JSON.stringify(bond))
  if (bond.home) {
    say(`keeping the database in ${bond.home}, since ${account?.name} cannot use ${closed ?? control.dir}`)
    await mkdir(bond.home)
    await chmod(bond.home, 0o711)
    await tie(control, bond.home, draft)
  }
  await rename(draft, control.bond)
  return bond
}

/** Whether a directory here can be given to the account: not every file system keeps owners and modes. */
async function canHold(dir: string, account: Account): Promise<boolean> {
  if (!account) return true
  const probe = join(dir, `probe-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(probe, { mode: 0o700 })
    await chown(probe, account.uid, account.gid)
    const { uid, mode } = await stat(probe)
    return uid === account.uid && (mode & 0o077) === 0
  } catch {
    return false
  } finally {
    await rmdir(probe).catch(() => undefined)
  }
}

/** Both sides know each other: by path, and by the hard link where the file system allows one. */
async function tie(control: Control, home: string, bond: string): Promise<void> {
  const draft = join(home, 'draft')
  // In this order, and each whole at once: somebody may be looking for deserted clusters meanwhile.
  await rm(draft, { force: true })
  await writeSynced(draft, control.dataDir)
  await rename(draft, join(home, 'data-dir'))
  const linked = await link(bond, draft).then(
    () => true,
    () => false,
  )
  if (linked) await rename(draft, join(home, 'bond'))
  else await rm(join(home, 'bond'), { force: true })
  // Renaming a link over another one of the same file leaves both.
  await rm(draft, { force: true })
}

async function checkOuterHome(control: Control, home: string, id: string): Promise<void> {
  const known = await readFile(join(home, 'data-dir'), 'utf8').catch(() => undefined)
  if (known === undefined) {
    throw new Error(
      `the database of ${control.dataDir} was kept in ${home}, which is gone: restore it, or delete ${control.dir} to start anew`,
    )
  }
  if (known !== control.dataDir && (await readBond(bondIn(known)).catch(() => undefined))?.id === id) {
    throw new Error(
      `${control.dataDir} is a copy of ${known}, whose database is kept in ${home}: use that one, or delete ${control.dir} to start with an empty database`,
    )
  }
  const [ours, theirs] = await Promise.all([
    stat(control.bond),
    stat(join(home, 'bond')).catch(() => undefined),
  ])
  if (known !== control.dataDir || ours.ino !== theirs?.ino) await tie(control, home, control.bond)
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
