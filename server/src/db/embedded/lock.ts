// A lock that can be taken over after a kill -9 of its holder. It is a file with the holder's unique token, created
// atomically (link(2) of a ticket). A process that finds the holder dead first takes the lock `break.<token>`: only
// its holder may remove a lock with that token. Otherwise, of two processes that notice at once, the second could
// remove the lock that the first has just taken. The lock of a dead breaker is broken in the same way.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, self } from './processes.ts'

const maxWaitMs = 180_000

/** Runs `work` with mutual exclusion per directory, among processes and among calls within this one. */
export async function withLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const release = await acquire(dir, 'held', Date.now() + maxWaitMs)
  try {
    await sweep(dir)
    return await work()
  } finally {
    await release()
  }
}

async function acquire(dir: string, name: string, deadline: number): Promise<() => Promise<void>> {
  const token = `${self}.${randomBytes(6).toString('hex')}`
  const ticket = join(dir, `ticket.${token}`)
  const lock = join(dir, name)
  await writeFile(ticket, token, { mode: 0o644 })
  try {
    while (!(await linkIfFree(ticket, lock))) {
      const holder = await readToken(lock)
      if (holder === undefined) continue
      if (!isAlive(holder)) await breakLock(dir, name, holder, deadline)
      else if (Date.now() < deadline) await delay(5 + Math.random() * 10)
      else throw new Error(`${lock} has been held by process ${holder.split('.')[0]} for minutes: stop it`)
    }
  } finally {
    await rm(ticket, { force: true })
  }
  return async () => {
    // The directory may have been deleted and recreated by other processes: their lock is not ours.
    if ((await readToken(lock)) === token) await rm(lock, { force: true })
  }
}

async function breakLock(dir: string, name: string, holder: string, deadline: number): Promise<void> {
  const release = await acquire(dir, `break.${holder}`, deadline)
  try {
    if ((await readToken(join(dir, name))) === holder) await rm(join(dir, name), { force: true })
  } finally {
    await release()
  }
}

/** Removes files of dead processes next to the lock. Tokens are never reused, so nobody waits for these. */
async function sweep(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name === 'held') continue
    const owner = await readToken(join(dir, name))
    // A ticket may be empty while it is being written; its name contains the owner as well.
    const token = owner || name.replace(/^\w+\./, '')
    if (!isAlive(token)) await rm(join(dir, name), { force: true })
  }
}

async function linkIfFree(ticket: string, lock: string): Promise<boolean> {
  try {
    await link(ticket, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
