// Deletes failed uploads and removed attachments: the file first, then the row, because the row records that there may be a file.
// The row is locked during that, so that an upload that has become ready is left alone. While a backup is running, files of removed
// attachments stay: it may have seen their rows.
import type { Transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import {
  deleteRows,
  expireUpload,
  lockExpiredUploads,
  lockRemoved,
  lockSomeRemoved,
  lockUpload,
  tryLock,
} from './queries.ts'
import type { FileStorage } from './storage.ts'

type Needed = Pick<Deps, 'db'> & { files: FileStorage }

const batchSize = 20

/** Held by a running backup, shared, which reads the files that were ready when it began, and by whoever deletes such a file. */
export const filesLockId = 7_263_548_113

export const mayDeleteFiles = async (tx: Transaction) => (await tx.one(tryLock(filesLockId))).locked

export async function discardUpload({ db, files }: Needed, clientId: string, id: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await tx.maybeOne(lockUpload(clientId, id)))) return
      await files.remove(id)
      await tx.run(deleteRows([id]))
    })
  } catch (error) {
    await db.run(expireUpload(clientId, id))
    throw error
  }
}

/** Leaves the file to the sweep if a backup is running, or if somebody else is deleting it. */
export async function deleteRemovedFile({ db, files }: Needed, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await mayDeleteFiles(tx))) return
    if (!(await tx.maybeOne(lockRemoved(id)))) return
    await files.remove(id)
    await tx.run(deleteRows([id]))
  })
}

/** Removes what a crash left, an hour after an upload began, and the files of removed attachments. Returns how many there were. */
export async function sweepUploads({ db, files }: Needed): Promise<number> {
  const failed = await sweep(lockExpiredUploads)
  const removed = await sweep(lockSomeRemoved, mayDeleteFiles)
  return failed + removed

  async function sweep(
    lockSome: typeof lockSomeRemoved,
    mayDelete: (tx: Transaction) => Promise<boolean> = async () => true,
  ): Promise<number> {
    for (let swept = 0; ; ) {
      const count = await db.transaction(async (tx) => {
        const ids = (await mayDelete(tx)) ? (await tx.rows(lockSome(batchSize))).map(({ id }) => id) : []
        await Promise.all(ids.map((id) => files.remove(id)))
        return ids.length === 0 ? 0 : tx.run(deleteRows(ids))
      })
      swept += count
      if (count < batchSize) return swept
    }
  }
}

const everyMs = 10 * 60_000

/** With the files of other rooms. Sweeps at once and then every ten minutes. close() waits for a running sweep. */
export function startUploadSweeper(
  { db, files, log }: Pick<Deps, 'db' | 'log'> & { files: FileStorage },
  sweepOthers: () => Promise<number>,
) {
  let running: Promise<void> | null = null
  const sweep = () => {
    running ??= Promise.all([sweepUploads({ db, files }), sweepOthers()])
      .then(([uploads, others]) => {
        const count = uploads + others
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
