// Who uses the cluster: one file per join, named by its process. A participant that died without leaving
// is swept by whoever comes next, so that it cannot keep the cluster alive for ever.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, self } from './process-identity.ts'

/** Registers one more use by this process and returns the file that stands for it. */
export async function addParticipant(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, `${self}.${randomBytes(6).toString('hex')}`)
  await writeFile(file, '')
  return file
}

/** Removes the dead and returns how many are left. To be called under the lock. */
export async function countParticipants(dir: string): Promise<number> {
  let living = 0
  for (const name of await readdir(dir).catch(() => [])) {
    if (isAlive(name)) living += 1
    else await rm(join(dir, name), { force: true })
  }
  return living
}
