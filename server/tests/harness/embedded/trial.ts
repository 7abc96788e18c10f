// Shared by the tests of the launcher: directories that are removed afterwards, participants in processes of their own,
// and waiting for a condition instead of a fixed time.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { joinCluster } from '../../../src/db/embedded/cluster.ts'
import { openControl } from '../../../src/db/embedded/control.ts'
import { openHome, sweepOuterHomes } from '../../../src/db/embedded/home.ts'
import { endServerProcesses } from '../../../src/db/embedded/processes.ts'
import { run } from '../../../src/db/embedded/run.ts'
import { clearAfterFile } from '../left-over.ts'
import { makeQuickestDirectory } from '../quickest-directory.ts'
import { until } from '../until.ts'

const dirs: string[] = []
const children: ChildProcess[] = []

// Once for each test file, and not after each test: tests that run side by side share these lists.
async function clear() {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const dir of dirs.splice(0)) {
    await endServersOf(join(dir, 'data')).catch(() => undefined)
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
  await sweepOuterHomes()
}

/**
 * A directory that other accounts can traverse, unless `mode` says otherwise; removed with its servers. It is in memory, if
 * there is enough: the thousand files of a cluster take 0.4 s more CPU time on ext4.
 */
export const scratch = (mode = 0o755) => madeScratch(makeQuickestDirectory(), mode)

/** A directory on the same file system as outer homes, for hard links, and from which programs can run. */
export const scratchOnDisk = (mode = 0o755) => madeScratch(mkdtemp(join(tmpdir(), 'anden-launcher-')), mode)

async function madeScratch(made: Promise<string>, mode: number): Promise<string> {
  const dir = await realpath(await made)
  await chmod(dir, mode)
  dirs.push(dir)
  clearAfterFile(clear)
  return dir
}

/** Where the cluster of the data directory is. */
export async function homeOf(dataDir: string) {
  return await openHome(await openControl(dataDir), () => undefined)
}

async function endServersOf(dataDir: string): Promise<void> {
  if (await readFile(join(dataDir, 'postgres', 'cluster.json')).catch(() => undefined)) {
    await endServerProcesses(await homeOf(dataDir))
  }
}

export type Participant = { pid: number; url: string; kill(): Promise<void>; leave(): Promise<number | null> }

/** Joins in another process; rejects with that process's error. */
export async function participate(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): Promise<Participant> {
  const script = fileURLToPath(new URL('./participant.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...account,
  })
  children.push(child)
  clearAfterFile(clear)
  const gone = once(child, 'exit')
  const line: string = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
    gone.then(([code]) => JSON.stringify({ error: `exit ${code}` })),
  ])
  const { url, error } = JSON.parse(line) as { url?: string; error?: string }
  if (url === undefined) throw new Error(error)
  return { pid: pidOf(child), url, ...waysOut(child, gone) }
}

function waysOut(child: ChildProcess, gone: Promise<unknown[]>) {
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async leave() {
      child.stdin?.end()
      await gone
      return child.exitCode
    },
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the participant did not start')
  return child.pid
}

/** One query on a connection of its own. */
export async function ask<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** The pid of the running server, from the file that it writes itself; undefined if none runs. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const { pgdata } = await homeOf(dataDir)
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}

/** Fails after ten seconds: nothing that the launcher does takes longer. */
export const untilSoon = (what: string, condition: () => boolean | Promise<boolean>) =>
  until(what, condition, 10_000)

// A cluster in a data directory, for tests of what happens after its creation: a copy of one that is created once for
// each test file. Creating one takes 0.9 s of CPU time, copying it 0.1.

let original: Promise<string> | undefined

export async function placeCluster(dataDir: string): Promise<void> {
  original ??= createOriginal()
  const source = await original
  const { pgdata } = await homeOf(dataDir)
  // Also copies owner and modes.
  const { ok, output } = await run('cp', ['-a', (await homeOf(source)).pgdata, pgdata], undefined)
  if (!ok) throw new Error(output)
  const passwordIn = (directory: string) => join(directory, 'postgres', 'password')
  await copyFile(passwordIn(source), passwordIn(dataDir))
}

async function createOriginal(): Promise<string> {
  const dataDir = join(await scratch(), 'data')
  clearAfterFile(async () => {
    original = undefined
  })
  await (await joinCluster({ dataDir, durable: false })).leave()
  return dataDir
}
