// The files of an acceptance, stored as attachments are: rows first, then the files, and all are ready with the commit that records
// the acceptance. What is left without one is deleted by the sweep.
import { hash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { mayDeleteFiles } from '../attachments/discard.ts'
import { type FileStorage, withStorageErrors } from '../attachments/storage.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { problem } from '../problem.ts'
import type { SentFile } from './form.ts'
import {
  deleteFileRows,
  discardFiles,
  insertFiles,
  lockExpiredFiles,
  lockRemovedFiles,
  setFilesReady,
} from './queries.ts'

export type FileDeps = Pick<Deps, 'db' | 'log'> & { files: FileStorage }

export type StoredFiles = { ids: string[] }

/** Stores the files, does the work that records them, and removes them again if that fails. */
export async function withFiles<Result>(
  { db, files, log }: FileDeps,
  clientId: string,
  sent: readonly SentFile[],
  work: (stored: StoredFiles) => Promise<Result>,
): Promise<Result> {
  if (sent.length === 0) return work({ ids: [] })
  const rows = sent.map((file, position) => ({
    ...file,
    id: uuidv7(),
    position,
    sha256: hash('sha256', file.content, 'buffer'),
  }))
  const ids = rows.map(({ id }) => id)
  await db.run(insertFiles(clientId, rows))
  try {
    await Promise.all(rows.map(({ id, content }) => withStorageErrors(files.put(id, chunksOf(content)))))
    return await work({ ids })
  } finally {
    // Those that are ready stay. If this fails, the sweep finds them an hour later.
    await db
      .run(discardFiles(ids))
      .catch((err) => log.warn({ err }, 'could not discard the files of an acceptance; the sweep will'))
  }
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** Throws if the sweep was faster, an hour after they were sent. */
export async function keepFiles(tx: Transaction, { ids }: StoredFiles, acceptanceId: string): Promise<void> {
  if (ids.length === 0) return
  if ((await tx.run(setFilesReady(ids, acceptanceId))) < ids.length) throw problem('server/unavailable')
}

const batchSize = 20

/** Deletes files that belong to no acceptance, or whose time is over: the file first, then the row. Returns how many there were. */
export async function sweepAcceptanceFiles(deps: Pick<FileDeps, 'db' | 'files'>): Promise<number> {
  return (await sweep(deps, lockRemovedFiles)) + (await sweep(deps, lockExpiredFiles))
}

async function sweep(
  { db, files }: Pick<FileDeps, 'db' | 'files'>,
  lockSome: typeof lockRemovedFiles,
): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await db.transaction(async (tx) => {
      if (!(await mayDeleteFiles(tx))) return 0
      const ids = (await tx.rows(lockSome(batchSize))).map(({ id }) => id)
      await Promise.all(ids.map((id) => files.remove(id)))
      return ids.length === 0 ? 0 : tx.run(deleteFileRows(ids))
    })
    swept += count
    if (count < batchSize) return swept
  }
}
