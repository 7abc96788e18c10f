// Where the bytes of attachments lie. Each file is kept under its attachment's id; its name is only ever a
// column in the database.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/settings.ts'
import { ProblemError, problem } from '../problem.ts'
import { directoryStorage } from './directory-storage.ts'

type StoredFile = { sizeBytes: number; content: Readable }

export type FileStorage = {
  /** Resolves with the size once all of it is safely kept. Where the content fails, nothing of it is. */
  put(id: string, content: AsyncIterable<Buffer>): Promise<number>
  get(id: string): Promise<StoredFile | null>
  /** What is not there counts as removed, what a crash left half written is removed too. */
  remove(id: string): Promise<void>
  /** Whether there is not one file in it. */
  isEmpty(): Promise<boolean>
  /** Says where files go, or throws with what is wrong with it. */
  check(): Promise<string>
  close(): void
}

export const attachmentsDirectory = (dataDir: string) => join(dataDir, 'attachments')

export async function openFileStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStorage> {
  if (!s3) return directoryStorage(attachmentsDirectory(dataDir))
  // Loading the SDK takes 0.2 s, which a service without S3 need not wait for.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(s3, join(dataDir, 'tmp'))
}

/** A storage that fails is no fault of the request: 503, and worth another try. */
export async function reachStorage<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const away = problem('server/unavailable', {
      detail: 'The service cannot reach its file storage at the moment.',
      headers: { 'retry-after': '5' },
    })
    throw Object.assign(away, { cause: error })
  }
}
