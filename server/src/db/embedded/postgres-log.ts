// Output of PostgreSQL's programs. Messages to people contain only the line with the reason, and the path of the log.
import { open, rename, rm, stat } from 'node:fs/promises'

const maxLogBytes = 10_000_000

/** The line with the reason of a failure, from the output of one of PostgreSQL's programs. */
export function errorLineIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const line = lines.findLast((line) => /\b(FATAL|PANIC)\b|\berror\b/.test(line)) ?? lines.at(-1)
  return (line ?? 'it wrote nothing').replace(/^.*?\b(FATAL|PANIC|error): +/, '').slice(0, 300)
}

/** Opens the log for appending; a large one is renamed first. */
export async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > maxLogBytes) await rename(path, `${path}.old`)
  try {
    return await open(path, 'a', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    // Root has written it earlier, in a directory that is ours.
    await rm(path, { force: true })
    return await open(path, 'a', 0o600)
  }
}

/** The part of the log after its first `offset` bytes, at most 64 kB. */
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
