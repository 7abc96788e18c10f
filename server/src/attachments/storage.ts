// The storage of attachments: a local directory or S3. The key of a file is its attachment's id; the file name exists
// only as a database column.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { ProblemError, problem } from '../problem.ts'
import { claimDirectory, directoryStorage } from './directory-storage.ts'

type StoredFile = { sizeBytes: number; content: Readable }

export type FileStorage = {
  /** Resolves with the size once the file is durable. If the content fails, nothing is stored. */
  put(id: string, content: AsyncIterable<Buffer>): Promise<number>
  get(id: string): Promise<StoredFile | null>
  /** Idempotent. Also removes what a crash left half written. */
  remove(id: string): Promise<void>
  isEmpty(): Promise<boolean>
  /** Describes where files are stored; rejects with the reason if that does not work. */
  check(): Promise<string>
  close(): void
}

export const attachmentsDirectory = (dataDir: string) => join(dataDir, 'attachments')

export async function openFileStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  if (!s3) return directoryStorage(attachmentsDirectory(dataDir))
  // Loaded on demand: the SDK takes 0.2 s, which a service without S3 saves.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(s3, join(dataDir, 'tmp'))
}

/**
 * For what writes files. With an embedded database the attachments and the database are in one data directory, so no claim is
 * needed.
 */
export async function openClaimedStorage(
  config: Pick<Config, 's3' | 'dataDir' | 'databaseUrl'>,
  db: Queryable,
): Promise<FileStorage> {
  const files = await openFileStorage(config)
  if (config.s3) return files
  await files.check()
  if (config.databaseUrl) await claimDirectory(db, attachmentsDirectory(config.dataDir))
  return files
}

/** A storage failure is not the client's fault: 503 with Retry-After. */
export async function withStorageErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const unavailable = problem('server/unavailable', {
      detail: 'The service cannot reach its file storage at the moment.',
      headers: { 'retry-after': '5' },
    })
    throw Object.assign(unavailable, { cause: error })
  }
}
