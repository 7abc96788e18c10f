// A new cluster is created under a temporary name and renamed when it is complete, so an existing PGDATA can always be
// started. Its locale is the builtin one, the same on every platform: text sorts by code point and folds by Unicode.
import { randomBytes } from 'node:crypto'
import { appendFile, chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type Home, sweepAttempts } from './home.ts'
import { errorLineIn, run } from './run.ts'

const superuser = 'anden'

export type CreateOptions = {
  home: Home
  binaries: Binaries
  password: string
  durable: boolean
  log: string
}

/** Creates PGDATA. Must be called under the lock. */
export async function createCluster({
  home,
  binaries,
  password,
  durable,
  log,
}: CreateOptions): Promise<void> {
  await sweepAttempts(home.dir)
  const attempt = randomBytes(4).toString('hex')
  const draft = join(home.dir, `creating-${attempt}`)
  const passwordFile = join(home.dir, `pw-${attempt}`)
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    await chownTo(draft, home.account)
    await chownTo(passwordFile, home.account)
    const { ok, output } = await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        // Many iterations slow down guessing, and no one guesses 24 random bytes. Each connection takes 1.2 ms less.
        '--set=scram_iterations=1',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      home.account,
    )
    if (!ok) {
      await appendFile(log, output, { mode: 0o600 })
      throw new Error(`the database cluster could not be created: ${errorLineIn(output)} (see ${log})`)
    }
    await rename(draft, home.pgdata)
    if (durable) await syncDirectory(home.dir)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function chownTo(path: string, account: Account): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/** The new name must survive a power failure, too. Not every system supports syncing a directory. */
async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

// The first connection verifies that the server is ours (it accepts the password), and creates the database if
// needed. It may be missing even in an existing cluster: its creator may have been killed between the two steps.
const database = 'anden'

/** Resolves with the URL of the database on the server at `port`, once it exists and responds. */
export async function ensureDatabase(port: number, password: string, pgdata: string): Promise<string> {
  const url = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  try {
    await connectOnce(url(database), pgdata)
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === '3D000') await connectOnce(url('postgres'), pgdata, `create database ${database}`)
    // 53300: all connections are in use, so the database exists.
    else if (code !== '53300') {
      throw new Error(`cannot connect to the database server in ${pgdata}: ${(error as Error).message}`)
    }
  }
  return url(database)
}

async function connectOnce(connectionString: string, pgdata: string, statement?: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 20_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (statement) await client.query(statement)
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    // PostgreSQL writes paths with slashes on every system.
    const served = resolve(rows[0]?.dir ?? '')
    if (served !== pgdata) throw new Error(`it serves ${served}; stop it first`)
  } finally {
    await client.end()
  }
}
