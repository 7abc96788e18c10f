// A directory on a separate disk that can be filled. That requires permission to mount a file system; without it, an
// ordinary directory is used.
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sizeBytes = 8 * 1024 * 1024

export type SmallDisk = {
  directory: string
  canBeFilled: boolean
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

export async function smallDisk(parent: string): Promise<SmallDisk> {
  const directory = join(parent, 'data')
  await mkdir(directory)
  const mount = ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0755`, 'tmpfs', directory]
  const canBeFilled = await run('mount', mount).then(
    () => true,
    () => false,
  )
  const filler = join(directory, 'filler')
  return {
    directory,
    canBeFilled,
    // Writes as much as fits, and then fails as intended.
    fill: () => writeFile(filler, Buffer.alloc(sizeBytes)).catch(() => undefined),
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      if (canBeFilled) await run('umount', ['--lazy', directory])
    },
  }
}
