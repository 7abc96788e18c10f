// Reads a backup file, and verifies before anything is changed that it is complete and intact.
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  formatName,
  formatVersion,
  type Manifest,
  manifestName,
  readTar,
  type Summary,
  summaryName,
  type TarEntry,
} from './format.ts'
import type { Progress } from './progress.ts'

export type CheckedBackup = { manifest: Manifest; summary: Summary }

/** Reads the whole file. Rejects with one line if it is not a complete backup that this version can read. */
export async function checkBackup(
  file: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<CheckedBackup> {
  try {
    return await readWhole(file, progress, signal)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`there is no file ${file}`)
    if (code === 'EACCES' || code === 'EISDIR') throw new Error(`cannot read ${file}: ${message}`)
    if (error instanceof SyntaxError) throw damaged(file, 'it contains invalid JSON')
    throw code?.startsWith('Z_') || code === 'NOT_TAR' ? damaged(file, message) : error
  }
}

async function readWhole(file: string, progress: Progress, signal: AbortSignal): Promise<CheckedBackup> {
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  for await (const entry of entriesOf(file)) {
    signal.throwIfAborted()
    if (entry.name === manifestName) manifest = checkManifest(file, await jsonOf(entry))
    if (!manifest) throw new Error(`${file} is not a backup of Andén`)
    if (entry.name === summaryName) summary = checkDigest(file, await jsonOf(entry), entry)
    progress.add({ bytes: entry.sizeBytes })
  }
  if (!manifest || !summary) throw damaged(file, 'its end is missing')
  return { manifest, summary }
}

export async function* entriesOf(file: string): AsyncGenerator<TarEntry> {
  const bytes = pipeline(createReadStream(file), createGunzip(), () => {})
  try {
    yield* readTar(bytes)
  } finally {
    bytes.destroy()
  }
}

export const damaged = (file: string, why: string) =>
  new Error(`${file} is damaged or not a backup of Andén (${why}): nothing was changed; use another copy`)

async function jsonOf<Value>(entry: TarEntry): Promise<Value> {
  const chunks: Buffer[] = []
  for await (const chunk of entry.content) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Value
}

function checkManifest(file: string, manifest: Manifest): Manifest {
  if (manifest.format !== formatName) throw new Error(`${file} is not a backup of Andén`)
  if (manifest.format_version > formatVersion) {
    throw new Error(
      `${file} has format ${manifest.format_version}, which this version of Andén cannot read: use ${manifest.anden_version} or newer`,
    )
  }
  return manifest
}

function checkDigest(file: string, summary: Summary, { digestBefore }: TarEntry): Summary {
  if (summary.sha256 !== digestBefore) throw damaged(file, 'its checksum is wrong')
  return summary
}
