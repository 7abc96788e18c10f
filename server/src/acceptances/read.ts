// What client and staff read of an acceptance, with signed links to its files, which are served as attachments are.
import type { RemitoAcceptance, StaffAcceptance } from '@anden/contract'
import type { FileLinks, ServedFile } from '../attachments/files.ts'
import type { Queryable } from '../db/queryable.ts'
import { type AcceptanceDetail, readyAcceptanceFile } from './queries.ts'

export const forStaff =
  (links: FileLinks) =>
  ({ files, ...detail }: AcceptanceDetail): StaffAcceptance => ({
    ...detail,
    files: files.map((file) => ({ ...file, file_url: links.urlOf(file.id) })),
  })

/** A client does not see who at the warehouse did what. */
export const forClient =
  (links: FileLinks) =>
  (detail: AcceptanceDetail): RemitoAcceptance => {
    const {
      client_id: _client,
      client_name: _name,
      by: _by,
      by_name: _byName,
      late: _late,
      dispute: _dispute,
      settled_at: _at,
      settled_by: _settler,
      settled_by_name: _settlerName,
      settled_note: _note,
      ...shown
    } = forStaff(links)(detail)
    return shown
  }

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** The file of a signed link. */
export async function acceptanceFile(db: Queryable, id: string): Promise<ServedFile | null> {
  const file = await db.maybeOne(readyAcceptanceFile(id))
  if (!file) return null
  const { kind, position, content_type } = file
  return {
    fileName: `${kind}-${position + 1}.${extensions[content_type] ?? 'bin'}`,
    contentType: content_type,
  }
}
