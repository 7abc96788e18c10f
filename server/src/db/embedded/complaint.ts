// One line out of what PostgreSQL's programs write: people get the reason, and the log's path for the rest.
import { open, rename, rm, stat } from 'node:fs/promises'

const keepBytes = 10_000_000

/** The line that says why, from the output of a program of PostgreSQL. */
export function complaintIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const telling = lines.findLast((line) => /\b(FATAL|PANIC)\b|\berror\b/.test(line)) ?? lines.at(-1)
  return (telling ?? 'it said nothing').replace(/^.*?\b(FATAL|PANIC|error): +/, '').slice(0, 300)
}

/** Opens the log for appending; a log that has grown large is set aside first. */
export async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > keepBytes) await rename(path, `${path}.old`)
  try {
    return await open(path, 'a', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    // Written by root once, in a directory that is ours.
    await rm(path, { force: true })
    return await open(path, 'a', 0o600)
  }
}

/** What was written into the log after its first `offset` bytes (at most 64 kB of it). */
export async function readLogFrom(path: string, offset: number): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(65_536)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
