// Where root keeps the cluster of a data directory that PostgreSQL's account cannot use, such as one in a checkout
// under a 0700 home. It is bound to that data directory by a file with two hard links, cluster.json there and `bond`
// here: a moved data directory leaves both links, a deleted one leaves only ours, and then the cluster goes, too.
import { chmod, link, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Account, barrier, ownerOf } from './account.ts'
import { type Bond, bondIn, type Control, nameCluster, readBond, writeSynced } from './control.ts'
import { endServerProcesses } from './server-processes.ts'

/** Not /var/lib/anden, which may be the data directory of a service with a user of its own. */
const outerDirectory = '/var/lib/anden-clusters'

/** Holds outer homes and copies of the programs. Nobody else may write to it, as root starts what lies there. */
export async function openOuterDirectory(account: Account): Promise<string> {
  const made = await mkdir(outerDirectory, { recursive: true }).catch(() => undefined)
  if (made) await chmod(outerDirectory, 0o755)
  if ((await isOurs()) && !(await barrier(outerDirectory, account))) return outerDirectory
  throw new Error(
    `${outerDirectory} cannot be made, or is not closed to others and open to ${account?.name}: run as an ordinary user, or set DATABASE_URL`,
  )
}

/** Makes the directory of a bond that is about to be put in its place. */
export async function createOuterHome(control: Control, home: string, bond: string): Promise<void> {
  await mkdir(home)
  await chmod(home, 0o711)
  await tie(control, home, bond)
}

/** Refuses a copy of a data directory that still exists, and binds one that was moved or restored. */
export async function checkOuterHome(control: Control, home: string, { id }: Bond): Promise<void> {
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
  await tie(control, home, control.bond)
}

/** By path, and by the hard link where the file system allows one; in this order, as a sweep may be running. */
async function tie(control: Control, home: string, bond: string): Promise<void> {
  const draft = join(home, 'draft')
  await writeSynced(draft, control.dataDir)
  await rename(draft, join(home, 'data-dir'))
  await rm(join(home, 'bond'), { force: true })
  await link(bond, join(home, 'bond')).catch(() => undefined)
}

const deserted = '.deserted'

/** Stops the clusters of data directories that are gone, and removes those that were certainly deleted. */
export async function sweepOuterHomes(): Promise<void> {
  if (!(await isOurs())) return
  for (const name of await readdir(outerDirectory)) {
    const dir = join(outerDirectory, name)
    // Another process may be sweeping the same one.
    if (/^[0-9a-f]{16}$/.test(name)) await sweep(dir).catch(() => undefined)
    else if (name.endsWith(deserted)) await removeTree(dir).catch(() => undefined)
  }
}

async function sweep(home: string): Promise<void> {
  const links = (await stat(join(home, 'bond')).catch(() => undefined))?.nlink
  if (links !== undefined && links > 1) return
  // Of a data directory on another file system, or restored from a backup, the bond is a file of its own.
  const dataDir = await readFile(join(home, 'data-dir'), 'utf8')
  if ((await readBond(bondIn(dataDir)))?.home === home) return
  const pgdata = join(home, 'pgdata')
  const account = await ownerOf(pgdata).catch(() => undefined)
  if (account) await endServerProcesses({ pgdata, clusterName: nameCluster(basename(home), pgdata), account })
  // Without a link the data directory may merely not be mounted.
  if (links !== 1) return
  // Renamed first: half removed, it would look like one that is being made, and would stay.
  await rename(home, home + deserted)
  await removeTree(home + deserted)
}

const removeTree = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 })

async function isOurs(): Promise<boolean> {
  const found = await lstat(outerDirectory).catch(() => undefined)
  return !!found?.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0
}
