// A file and a commit cannot be atomic. The row is inserted first, as 'uploading', and counts towards the order's limit
// of twenty. It becomes 'ready' when the file is complete. If anything fails in between, both are removed; the sweep
// removes what a crash leaves.

import type { OrderStatus } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import { isLive } from '../db/environment.ts'
import type { Transaction } from '../db/transaction.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { Author, Deps } from '../deps.ts'
import { requireRoom } from '../identity/sandbox-limits.ts'
import { lockOrderStatus } from '../orders/actions.ts'
import { problem } from '../problem.ts'
import { discardUpload } from './discard.ts'
import { type AttachmentRow, attachmentCount, bytesOfClient, insertUpload, setReady } from './queries.ts'
import { cleanFileName, isPdfName, type UploadedFile } from './single-file-form.ts'
import { type FileStorage, withStorageErrors } from './storage.ts'

const maxPerOrder = 20
const closedStatuses: readonly OrderStatus[] = ['rejected', 'cancelled']

type Upload = { id: string; clientId: string; orderId: string; fileName: string }

export async function attachFile(
  { db, files, log }: Pick<Deps, 'db' | 'log'> & { files: FileStorage },
  by: Author,
  clientId: string,
  orderId: string,
  file: UploadedFile,
): Promise<AttachmentRow> {
  const upload = { id: uuidv7(), clientId, orderId, fileName: cleanFileName(file.name) }
  await db.transaction((tx) => startUpload(tx, upload))
  try {
    const sizeBytes = await withStorageErrors(files.put(upload.id, pdfContent(file.content)))
    await file.end()
    return await db.transaction((tx) => finishUpload(tx, by, upload, sizeBytes))
  } catch (error) {
    const discarded = discardUpload({ db, files }, clientId, upload.id).catch((err) =>
      log.warn({ err, attachment_id: upload.id }, 'could not remove a failed upload; the sweep will'),
    )
    // If the database does not respond, the client has waited long enough already.
    if (!isDatabaseUnavailable(error)) await discarded
    throw error
  }
}

async function startUpload(tx: Transaction, { id, clientId, orderId, fileName }: Upload) {
  await lockOpenOrder(tx, clientId, orderId)
  const { count } = await tx.one(attachmentCount(clientId, orderId))
  if (count >= maxPerOrder) throw problem('attachments/limit-reached')
  if (!isPdfName(fileName)) {
    throw problem('attachments/unsupported-type', {
      detail: 'Only PDF files can be attached, and their name must end in .pdf.',
    })
  }
  await tx.run(insertUpload(clientId, orderId, id, fileName))
}

/** Checks the order again: it may have been closed during the upload. */
async function finishUpload(
  tx: Transaction,
  by: Author,
  upload: Upload,
  sizeBytes: number,
): Promise<AttachmentRow> {
  const { id, clientId, orderId } = upload
  await lockOpenOrder(tx, clientId, orderId)
  if (!isLive(clientId)) {
    const { bytes } = await tx.one(bytesOfClient(clientId))
    requireRoom(clientId, 'file_bytes', bytes + sizeBytes)
  }
  const attachment = await tx.one(setReady(clientId, id, sizeBytes))
  recordAudit(tx, by, {
    clientId,
    action: 'attachments.create',
    subjectId: id,
    after: { order_id: orderId, file_name: attachment.file_name, size_bytes: sizeBytes },
  })
  return attachment
}

async function lockOpenOrder(tx: Transaction, clientId: string, orderId: string) {
  const status = await lockOrderStatus(tx, clientId, orderId)
  if (status === null) throw problem('orders/not-found')
  if (closedStatuses.includes(status)) throw problem('attachments/order-closed')
}

const maxPdfBytes = 10 * 1024 * 1024
const signature = Buffer.from('%PDF-')

/** Streams the content through. Throws at the first byte that shows that it is not a PDF, or too large. */
async function* pdfContent(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = Buffer.alloc(0)
  let sizeBytes = 0
  for await (const chunk of content) {
    if (seen.length < signature.length) {
      seen = Buffer.concat([seen, chunk.subarray(0, signature.length - seen.length)])
      if (!signature.subarray(0, seen.length).equals(seen)) throw notPdf()
    }
    sizeBytes += chunk.length
    if (sizeBytes > maxPdfBytes) throw problem('attachments/too-large')
    yield chunk
  }
  if (seen.length < signature.length) throw notPdf()
}

const notPdf = () =>
  problem('attachments/unsupported-type', { detail: 'The file is not a PDF: it does not start with %PDF-.' })
