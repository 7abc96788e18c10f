// How PostgreSQL's programs are run: under the given account, with an environment of our own, so that
// neither PGDATA, PGPORT nor a locale of the person at the terminal reaches them.
import { execFile } from 'node:child_process'
import type { Account } from './account.ts'

/** Spawn options common to every program of PostgreSQL. */
export function spawnOptions(account: Account) {
  return {
    // The directory we stand in may be closed to the account.
    cwd: '/',
    env: cleanEnvironment(),
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program to its end; `output` is what it wrote, both streams together. */
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
      // Some refusals (a uid that this kernel does not map) are thrown at once.
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
