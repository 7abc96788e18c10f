import { backoffice } from '../../shared/backoffice.ts'
import type { PaperLineToSend } from './paper-dialog.tsx'

type Paper = {
  submission_id: string
  name: string
  document: string | null
  signed_at: string
  items: readonly PaperLineToSend[]
  scan: File
}

/** Long enough for a large file on a slow connection. */
const uploadTimeoutMs = 5 * 60_000

/** Can be repeated: a submission is recorded once. */
export async function recordOnPaper(remitoId: string, { items, document, scan, ...paper }: Paper) {
  const form = new FormData()
  for (const [name, value] of Object.entries(paper)) form.set(name, value)
  if (document !== null) form.set('document', document)
  form.set('items', JSON.stringify(items))
  form.set('scan', scan)
  const limits = { timeoutMs: uploadTimeoutMs, deadlineMs: uploadTimeoutMs }
  return await backoffice.remitos.acceptance.create(remitoId, form, limits)
}
