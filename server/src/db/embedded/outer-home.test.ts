import { chmod, chown, cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, homeOf, participate, scratchOnDisk, serverPid } from '../../../tests/harness/embedded/trial.ts'
import { isRoot } from './account.ts'
import { joinCluster } from './cluster.ts'
import { identify } from './processes.ts'

/** A data directory that no other account can reach, with a cluster that holds a row. */
async function closedDataDir() {
  const dir = await scratchOnDisk(0o700)
  const dataDir = join(dir, 'data')
  const said: string[] = []
  const cluster = await joinCluster({ dataDir, durable: false, say: (line) => said.push(line) })
  await ask(cluster.url, 'create table kept as select 42 as answer')
  await cluster.leave()
  return { dir, dataDir, said, home: (await homeOf(dataDir)).dir }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

async function findsKept(dataDir: string): Promise<boolean> {
  const cluster = await joinCluster({ dataDir, durable: false })
  const [row] = await ask<{ found: string | null }>(cluster.url, `select to_regclass('kept') as found`)
  await cluster.leave()
  return row?.found === 'kept'
}

// Only root starts the server under another account, so only root can be without a way to its data directory.
describe
  .skipIf(!isRoot())
  .concurrent('as root, with a data directory under a 0700 one (needs root)', { timeout: 60_000 }, () => {
    test('the cluster is kept outside, says so, and is found again; deleting the data directory removes it', async () => {
      const { dir, dataDir, said, home } = await closedDataDir()
      expect(said[0]).toMatch(new RegExp(`^keeping the database in ${home}, because \\w+ cannot use ${dir}$`))
      expect(home.startsWith(dataDir)).toBe(false)
      expect(await findsKept(dataDir)).toBe(true)
      await rm(dataDir, { recursive: true })
      expect(await findsKept(dataDir)).toBe(false)
      expect(await exists(home)).toBe(false)
    })

    test('deleting it under a server whose participant was killed stops that server too', async () => {
      const { dataDir, home } = await closedDataDir()
      const participant = await participate(dataDir)
      const pid = (await serverPid(dataDir)) ?? 0
      await participant.kill()
      expect(identify(pid)).toBeDefined()
      await rm(dataDir, { recursive: true })
      expect(await findsKept(dataDir)).toBe(false)
      expect(identify(pid)).toBeUndefined()
      expect(await exists(home)).toBe(false)
    })

    test('what a sweep that was killed has left over is removed by the next start', async () => {
      const { dataDir, home } = await closedDataDir()
      const left = join(dirname(home), `${'0'.repeat(16)}.deserted`)
      await mkdir(join(left, 'pgdata'), { recursive: true })
      expect(await findsKept(dataDir)).toBe(true)
      expect(await exists(left)).toBe(false)
    })

    test('moving the data directory keeps its cluster, whatever is started in its old place', async () => {
      const { dir, dataDir } = await closedDataDir()
      await rename(dataDir, join(dir, 'moved'))
      expect(await findsKept(dataDir)).toBe(false)
      await rm(dataDir, { recursive: true })
      expect(await findsKept(join(dir, 'moved'))).toBe(true)
    })

    test('a copy is refused, a restored data directory finds its cluster, and a vanished one is an error', async () => {
      const { dir, dataDir, home } = await closedDataDir()
      await cp(dataDir, join(dir, 'copy'), { recursive: true })
      await expect(joinCluster({ dataDir: join(dir, 'copy') })).rejects.toThrow(/^.*copy is a copy of .*$/)
      // At no moment is there none: whoever starts just then would take the cluster for a deleted one's.
      await rename(dataDir, join(dir, 'lost'))
      await rename(join(dir, 'copy'), dataDir)
      await rm(join(dir, 'lost'), { recursive: true })
      expect(await findsKept(dataDir)).toBe(true)
      await rm(home, { recursive: true })
      await expect(joinCluster({ dataDir })).rejects.toThrow(
        /^the database of .* is kept in .*, which no longer exists: .*$/,
      )
    })

    test('a cluster in its place that has become unreachable is an error that names the directory', async () => {
      const dir = await scratchOnDisk()
      const closed = join(dir, 'closed')
      await mkdir(closed, { mode: 0o755 })
      await (await joinCluster({ dataDir: join(closed, 'data'), durable: false })).leave()
      await chmod(closed, 0o700)
      await expect(joinCluster({ dataDir: join(closed, 'data') })).rejects.toThrow(
        `cannot enter ${closed}: allow it (chmod o+x ${closed}), or set DATABASE_URL`,
      )
    })
  })

describe
  .skipIf(!isRoot())
  .concurrent('as an ordinary user (needs root to become one)', { timeout: 60_000 }, () => {
    test('the cluster lies in the data directory, belongs to that user, and root may join it', async () => {
      const dir = await scratchOnDisk(0o700)
      await chown(dir, 65534, 65534)
      const dataDir = join(dir, 'data')
      const participant = await participate(dataDir, { uid: 65534, gid: 65534 })
      await ask(participant.url, 'create table kept as select 42 as answer')
      expect((await stat(join(dataDir, 'postgres', 'pgdata'))).uid).toBe(65534)
      const root = await joinCluster({ dataDir })
      expect(root.url).toBe(participant.url)
      await participant.leave()
      await root.leave()
      expect(await findsKept(dataDir)).toBe(true)
      const again = await participate(dataDir, { uid: 65534, gid: 65534 })
      expect(await ask(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
      await again.leave()
    })
  })
