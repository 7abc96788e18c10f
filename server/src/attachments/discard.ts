// Takes away uploads that came to nothing: the file first, then the row, which is what says that there may be
// a file. The row is locked meanwhile: an upload that became ready after all is left alone.
import type { Deps } from '../app/deps.ts'
import { deleteUploads, giveUpUpload, lockGivenUpUploads, lockUpload } from './queries.ts'

type Needed = Pick<Deps, 'db' | 'files'>

const batch = 20

export async function discardUpload({ db, files }: Needed, clientId: string, id: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      if (!(await tx.maybeOne(lockUpload(clientId, id)))) return
      await files.remove(id)
      await tx.run(deleteUploads([id]))
    })
  } catch (error) {
    await db.run(giveUpUpload(clientId, id))
    throw error
  }
}

/** What a crash left, an hour after its upload began. Gives back how many there were. */
export async function sweepUploads({ db, files }: Needed): Promise<number> {
  for (let swept = 0; ; ) {
    const count = await db.transaction(async (tx) => {
      const ids = (await tx.rows(lockGivenUpUploads(batch))).map(({ id }) => id)
      await Promise.all(ids.map((id) => files.remove(id)))
      return ids.length === 0 ? 0 : tx.run(deleteUploads(ids))
    })
    swept += count
    if (count < batch) return swept
  }
}
