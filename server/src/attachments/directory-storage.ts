// Files in a local directory. A file gets its final name only when it is completely on disk.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidPattern } from '@anden/contract/values'
import { checkIfExists } from '../config/data-dir.ts'
import type { FileStorage } from './storage.ts'

export function directoryStorage(directory: string): FileStorage {
  const pathOf = (id: string) => join(directory, id)
  const draftOf = (id: string) => join(directory, `${id}.part`)
  return {
    async put(id, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const draft = draftOf(id)
      try {
        const sizeBytes = await write(draft, content)
        await rename(draft, pathOf(id))
        await syncDirectory(directory)
        return sizeBytes
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(id) {
      try {
        const handle = await open(pathOf(id), 'r')
        const { size } = await handle.stat()
        return { sizeBytes: size, content: handle.createReadStream() }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(id) {
      await rm(draftOf(id), { force: true })
      await rm(pathOf(id), { force: true })
    },

    async isEmpty() {
      const names = await readdir(directory).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      return !names.some((name) => isFileName.test(name))
    },

    async check() {
      const are = (await checkIfExists(directory)) ? 'are' : 'will be'
      return `not set: attachments ${are} kept in ${directory}`
    },

    close() {},
  }
}

async function write(path: string, content: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Makes the rename survive a power loss. Windows cannot sync a directory and does not need to. */
async function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** An attachment's id; while it is being written, a suffix follows. */
const isFileName = new RegExp(`^${uuidPattern}`)
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
