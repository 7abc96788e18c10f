// Removes failed uploads: the file first, then the row, because the row records that there may be a file. The row is
// locked during that, so that an upload that has become ready is left alone.

import type { Deps } from '../deps.ts'
import { deleteUploads, expireUpload, lockExpiredUploads, lockUpload } from './queries.ts'
import type { FileStorage } from './storage.ts'

type Needed = Pick<Deps, 'db'> & { files: FileStorage }

const batchSize = 20

export async function discardUpload({ db, files }: Needed, clientId: string, id: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await tx.maybeOne(lockUpload(clientId, id)))) return
      await files.remove(id)
      await tx.run(deleteUploads([id]))
    })
  } catch (error) {
    await db.run(expireUpload(clientId, id))
    throw error
  }
}

/** Removes what a crash left, an hour after the upload began. Returns how many there were. */
export async function sweepUploads({ db, files }: Needed): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await db.transaction(async (tx) => {
      const ids = (await tx.rows(lockExpiredUploads(batchSize))).map(({ id }) => id)
      await Promise.all(ids.map((id) => files.remove(id)))
      return ids.length === 0 ? 0 : tx.run(deleteUploads(ids))
    })
    swept += count
    if (count < batchSize) return swept
  }
}

const everyMs = 10 * 60_000

/** Sweeps at once and then every ten minutes. close() waits for a running sweep. */
export function startUploadSweeper({ db, files, log }: Pick<Deps, 'db' | 'log'> & { files: FileStorage }) {
  let running: Promise<void> | null = null
  const sweep = () => {
    running ??= sweepUploads({ db, files })
      .then((count) => {
        if (count > 0) log.info({ count }, 'removed failed uploads')
      })
      .catch((err) => log.warn({ err }, 'could not remove failed uploads'))
      .finally(() => {
        running = null
      })
  }
  sweep()
  const timer = setInterval(sweep, everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
