// The users of a cluster: one file per join, named after its process. The files of processes that died without leaving
// are removed by the next participant, so that they cannot keep the cluster running for ever.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, self } from './process-identity.ts'

/** Registers one more use by this process, and returns its file. */
export async function addParticipant(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, `${self}.${randomBytes(6).toString('hex')}`)
  await writeFile(file, '')
  return file
}

/** Removes dead participants, and returns how many are left. Must be called under the lock. */
export async function countParticipants(dir: string): Promise<number> {
  let alive = 0
  for (const name of await readdir(dir).catch(() => [])) {
    if (isAlive(name)) alive += 1
    else await rm(join(dir, name), { force: true })
  }
  return alive
}
