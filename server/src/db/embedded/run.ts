// Runs PostgreSQL's programs under the given account and with a clean environment, so that neither PGDATA, PGPORT
// nor the locale of the user's terminal affects them.
import { execFile } from 'node:child_process'
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
