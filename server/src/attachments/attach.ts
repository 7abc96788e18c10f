// A file and a commit cannot be atomic. The row is there first, as 'uploading', and holds the file's place
// among the order's twenty; it is 'ready' only when the file is whole. Whatever fails in between takes both
// away again, and what a crash leaves is swept.
import type { OrderStatus } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../app/deps.ts'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import type { Transaction } from '../db/pool.ts'
import { lockOrderStatus } from '../orders/lock.ts'
import { problem } from '../problem.ts'
import { discardUpload } from './discard.ts'
import { baseName, isPdfName } from './file-name.ts'
import type { OneFile } from './one-file.ts'
import { pdfContent } from './pdf-content.ts'
import { type AttachmentRow, attachmentCount, insertUpload, setReady } from './queries.ts'
import { reachStorage } from './storage.ts'

const maxPerOrder = 20
const closed: readonly OrderStatus[] = ['rejected', 'cancelled']

type Place = { id: string; clientId: string; orderId: string; fileName: string }

export async function attachFile(
  { db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
  by: Author,
  clientId: string,
  orderId: string,
  upload: OneFile,
): Promise<AttachmentRow> {
  const place = { id: uuidv7(), clientId, orderId, fileName: baseName(upload.name) }
  await db.transaction((tx) => takePlace(tx, place))
  try {
    const sizeBytes = await reachStorage(files.put(place.id, pdfContent(upload.content)))
    await upload.end()
    return await db.transaction((tx) => finish(tx, by, place, sizeBytes))
  } catch (error) {
    const discarded = discardUpload({ db, files }, clientId, place.id).catch((err) =>
      log.warn({ err, attachment_id: place.id }, 'a failed upload is left to the sweep'),
    )
    // A database that does not answer has kept the client waiting long enough.
    if (!isDatabaseAway(error)) await discarded
    throw error
  }
}

async function takePlace(tx: Transaction, { id, clientId, orderId, fileName }: Place) {
  await holdOpenOrder(tx, clientId, orderId)
  const { count } = await tx.one(attachmentCount(clientId, orderId))
  if (count >= maxPerOrder) throw problem('attachments/limit-reached')
  if (!isPdfName(fileName)) {
    throw problem('attachments/unsupported-type', {
      detail: 'Only PDF files can be attached, and their name must end in .pdf.',
    })
  }
  await tx.run(insertUpload(clientId, orderId, id, fileName))
}

/** Looks at the order again: it may have been closed while the file came in. */
async function finish(tx: Transaction, by: Author, place: Place, sizeBytes: number): Promise<AttachmentRow> {
  const { id, clientId, orderId } = place
  await holdOpenOrder(tx, clientId, orderId)
  const attachment = await tx.one(setReady(clientId, id, sizeBytes))
  await recordAudit(tx, by, {
    clientId,
    action: 'attachments.create',
    subjectId: id,
    after: { order_id: orderId, file_name: attachment.file_name, size_bytes: sizeBytes },
  })
  return attachment
}

async function holdOpenOrder(tx: Transaction, clientId: string, orderId: string) {
  const status = await lockOrderStatus(tx, clientId, orderId)
  if (status === null) throw problem('orders/not-found')
  if (closed.includes(status)) throw problem('attachments/order-closed')
}
