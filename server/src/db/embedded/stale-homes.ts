// Clusters kept outside whose data directory has been deleted. The hard link that is left alone is the
// proof; without it (the two lie on different file systems) nothing is deleted, because a data directory
// that cannot be seen may just not be mounted.
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isRoot, ownerOf } from './account.ts'
import { bondIn } from './control.ts'
import { nameCluster, readBond } from './home.ts'
import { desertedSuffix, listDeserted, listOuterHomes } from './outer-directory.ts'
import { endServerProcesses } from './server-processes.ts'

/** Stops the clusters of data directories that are gone, and removes those that were surely deleted. */
export async function sweepStaleHomes(): Promise<void> {
  if (!isRoot()) return
  // Another process may be sweeping the same ones: what is gone already is as good.
  for (const dir of await listOuterHomes()) await sweep(dir).catch(() => undefined)
  for (const dir of await listDeserted()) await removeTree(dir).catch(() => undefined)
}

async function sweep(dir: string): Promise<void> {
  const links = (await stat(join(dir, 'bond')).catch(() => undefined))?.nlink
  // The data directory exists: at its old place, or moved.
  if (links !== undefined && links > 1) return
  // On another file system, or restored from a backup, its bond is a file of its own.
  const dataDir = await readFile(join(dir, 'data-dir'), 'utf8')
  if ((await readBond(bondIn(dataDir)))?.home === dir) return
  const pgdata = join(dir, 'pgdata')
  const account = await ownerOf(pgdata).catch(() => undefined)
  if (account) await endServerProcesses({ pgdata, clusterName: nameCluster(basename(dir), pgdata), account })
  // Renamed first: half removed it could no longer be told from one that is being made, and would stay.
  if (links === 1) await rename(dir, `${dir}${desertedSuffix}`)
}

const removeTree = (dir: string) => rm(dir, { recursive: true, force: true, maxRetries: 5 })
