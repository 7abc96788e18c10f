// The files in a data directory that concern its cluster. They belong to the user that runs the service; only the
// cluster itself (PGDATA) belongs to the account that PostgreSQL runs under.
import { createHash, randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, open, readFile, realpath, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDataDir, unusableDataDir } from '../../config/data-dir.ts'
import { isRoot } from './account.ts'

export type Control = {
  dataDir: string
  dir: string
  lock: string
  participants: string
  log: string
  password: string
  /** The file that names the cluster of this data directory; deleted with it. */
  bond: string
}

/** Prepares the data directory. Symbolic links in paths are resolved, so that paths can be compared. */
export async function openControl(given: string): Promise<Control> {
  const wanted = resolve(given)
  await makeDataDir(wanted)
  try {
    const dataDir = await realpath(wanted)
    const dir = join(dataDir, 'postgres')
    // The account must be able to enter the directory, but not to list it.
    if (await mkdir(dir, { recursive: true })) await chmod(dir, isRoot() ? 0o711 : 0o700)
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    return controlIn(dataDir)
  } catch (error) {
    throw unusableDataDir(wanted, error)
  }
}

function controlIn(dataDir: string): Control {
  const dir = join(dataDir, 'postgres')
  return {
    dataDir,
    dir,
    lock: join(dir, 'lock'),
    participants: join(dir, 'participants'),
    log: join(dir, 'postgres.log'),
    password: join(dir, 'password'),
    bond: bondIn(dataDir),
  }
}

export function bondIn(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster.json')
}

/** `home` is set if the cluster is kept outside the data directory. */
export type Bond = { id: string; home?: string }

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

/** Derived from the path as well, because a copied data directory has the id of its original. */
export function nameCluster(id: string, pgdata: string): string {
  return `anden-${createHash('sha256').update(`${id} ${pgdata}`).digest('hex').slice(0, 16)}`
}

/** The superuser's password: random, generated before the cluster, readable only by its owner. */
export async function readPassword(control: Control, created: boolean): Promise<string> {
  const written = await readFile(control.password, 'utf8').catch(() => '')
  if (written !== '') return written
  if (created) {
    throw new Error(
      `the database's password is missing from ${control.password}: restore that file from a backup`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  const draft = `${control.password}.draft`
  await writeSynced(draft, password)
  await rename(draft, control.password)
  return password
}

/** Writes a small file that a power failure must not leave empty. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
