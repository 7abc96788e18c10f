// Machines that share a database must also share the local attachments directory: with one directory each, a file
// received by one machine is missing on the others. So the directory and the database hold the same id, and a start with
// any other directory is refused. The id is a file, so it moves together with the attachments.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from '../config/data-dir.ts'
import type { Queryable } from '../db/queryable.ts'
import { attachmentDirectory, insertAttachmentDirectory } from './queries.ts'

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
