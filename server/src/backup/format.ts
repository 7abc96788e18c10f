// A backup file is a gzipped tar. manifest.json comes first and holds what is needed to read the rest; summary.json
// comes last and proves that nothing is missing. The reasons are in docs/decisions/0009-backup-format.md.
//
//   manifest.json
//   tables/<table>/<part>.copy    COPY text format, in parts because tar has the size of an entry before its content
//   attachments/<id>
//   summary.json
import { uuidPattern } from '@anden/contract/values'
import type { AppliedMigration } from '../db/migrations/read.ts'

export const formatName = 'anden-backup'
export const formatVersion = 1

export const manifestName = 'manifest.json'
export const summaryName = 'summary.json'

export type TableContents = { name: string; columns: readonly string[] }

export type Manifest = {
  format: typeof formatName
  format_version: number
  created_at: string
  anden_version: string
  postgres_version: string
  migrations: readonly AppliedMigration[]
  tables: readonly TableContents[]
  /** Identifies the secret key that the database's secrets are sealed with. null: nothing is sealed. */
  secret_key_fingerprint: string | null
}

export type Summary = {
  rows: Record<string, number>
  files: number
  file_bytes: number
  /** Of all bytes of the tar before this entry. */
  sha256: string
}

export const tablePartName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const attachmentName = (id: string) => `attachments/${id}`

const isAttachment = new RegExp(`^attachments/(${uuidPattern})$`)

export type EntryKind = { table: string } | { attachment: string } | null

export function kindOf(name: string): EntryKind {
  const [, table] = /^tables\/([a-z_]+)\/\d+\.copy$/.exec(name) ?? []
  if (table) return { table }
  const [, attachment] = isAttachment.exec(name) ?? []
  return attachment ? { attachment } : null
}
