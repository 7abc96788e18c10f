// The directory for clusters, and copies of the binaries, that cannot be kept in a data directory. Only root
// needs it. It must outlive a reboot if it can, and nobody else may write to it: root runs what lies there.
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, barrier } from './account.ts'

const candidates = () => ['/var/lib/anden', join(tmpdir(), 'anden-clusters')]

/** The first of the suitable directories that can be had, made if missing. */
export async function openOuterDirectory(account: Account): Promise<string> {
  for (const dir of candidates()) {
    try {
      if (await mkdir(dir, { recursive: true })) await chmod(dir, 0o755)
      if ((await isOurs(dir)) && !(await barrier(dir, account))) return dir
    } catch {
      // Read-only, or not ours: the next one.
    }
  }
  throw new Error(
    `no directory for the database can be reached by ${account?.name} (tried ${candidates().join(', ')}): run as an ordinary user, or set DATABASE_URL`,
  )
}

export const desertedSuffix = '.deserted'

/** The directories that may hold clusters of this machine, as far as they exist and are to be trusted. */
export const listOuterHomes = () => list(/^[0-9a-f]{16}$/)

/** Those that are to be removed. */
export const listDeserted = () => list(/^[0-9a-f]{16}\.deserted$/)

async function list(pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const dir of candidates()) {
    if (!(await isOurs(dir).catch(() => false))) continue
    for (const name of await readdir(dir)) if (pattern.test(name)) found.push(join(dir, name))
  }
  return found
}

async function isOurs(dir: string): Promise<boolean> {
  const { uid, mode } = await lstat(dir)
  return (await lstat(dir)).isDirectory() && uid === process.geteuid?.() && (mode & 0o022) === 0
}
