// Runs PostgreSQL's programs under the given account and with a clean environment, so that neither PGDATA, PGPORT
// nor the locale of the user's terminal affects them.
import { execFile } from 'node:child_process'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Account } from './account.ts'

/** Spawn options for all of PostgreSQL's programs. */
export function spawnOptions(account: Account) {
  return {
    // The account may not be able to enter our working directory.
    cwd: '/',
    env: cleanEnvironment(),
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program until it exits; `output` is that of both streams. */
export function run(
  file: string,
  args: string[],
  account: Account,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    try {
      const options = { ...spawnOptions(account), timeout: 300_000, maxBuffer: 10_000_000 }
      execFile(file, args, options, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`
        resolve({ ok: !error, output: output.trim() ? output : (error?.message ?? '') })
      })
    } catch (error) {
      // Some errors (a uid that this kernel does not map) are thrown synchronously.
      resolve({ ok: false, output: (error as Error).message })
    }
  })
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

// Output of PostgreSQL's programs. Messages to people contain only the line with the reason, and the path of the log.

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
