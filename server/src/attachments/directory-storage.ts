// Files in a local directory. A file gets its final name only when it is completely on disk.

import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidPattern } from '@anden/contract/values'
import { checkIfExists, writeOnce } from '../config/data-dir.ts'
import type { Queryable } from '../db/queryable.ts'
import { attachmentDirectory, insertAttachmentDirectory } from './queries.ts'
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

// Machines that share a database must also share the local attachments directory: with one directory each, a file
// received by one machine is missing on the others. So the directory and the database hold the same id, and a start with
// any other directory is refused. The id is a file, so it moves together with the attachments.

const idFile = (directory: string) => join(directory, 'directory-id')

/** Called at start: the first process on a database binds its directory to it. */
export async function claimDirectory(db: Queryable, directory: string): Promise<void> {
  if (await checkDirectory(db, directory)) return
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const id = (await writeOnce(idFile(directory), `${randomUUID()}\n`)).trim()
  await db.run(insertAttachmentDirectory(id))
  await checkDirectory(db, directory)
}

/** Read-only. false: the database has no directory yet. Rejects if it has another one. */
export async function checkDirectory(db: Queryable, directory: string): Promise<boolean> {
  const known = await db.maybeOne(attachmentDirectory())
  if (!known) return false
  const found = await readFile(idFile(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (found.trim() === known.id) return true
  throw new Error(
    `${directory} is not where the attachments of this database are kept: set S3_URL, or share that directory between the machines (if it was lost for good, write ${known.id} into ${idFile(directory)})`,
  )
}
