import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, homeOf, participate, scratch, serverPid } from '../../../tests/harness/embedded/trial.ts'
import { isRoot } from './account.ts'
import { joinCluster } from './cluster.ts'
import { identify } from './processes.ts'

/** The password is for its owner only, and nothing but it and the loopback address lets one in. */
async function expectClosedToOthers(dataDir: string, href: string) {
  expect(await ask(href, `select current_setting('listen_addresses') as at`)).toEqual([{ at: '127.0.0.1' }])
  const url = new URL(href)
  expect(url.hostname).toBe('127.0.0.1')
  url.password = 'guess'
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
  const { mode } = await stat(join(dataDir, 'postgres', 'password'))
  expect(mode & 0o777).toBe(0o600)
}

async function expectNothingElse(dir: string) {
  const left = (await readdir(dir, { recursive: true })).filter((name) => !name.startsWith('pgdata'))
  expect(left.sort()).toEqual(['cluster.json', 'lock', 'participants', 'password', 'postgres.log'])
}

describe.concurrent('joinCluster', { timeout: 60_000 }, () => {
  test('the first join creates a cluster that answers, durable, in UTF-8 and UTC, closed to others', async () => {
    const dataDir = join(await scratch(), 'data')
    const said: string[] = []
    const cluster = await joinCluster({ dataDir, say: (line) => said.push(line) })
    const [row] = await ask(
      cluster.url,
      `select current_database() as db, current_setting('fsync') as fsync, current_setting('timezone') as zone,
              current_setting('server_encoding') as encoding, lower('Ñ') as lower, 'Z' < 'a' as by_code_point`,
    )
    expect(row).toEqual({
      db: 'anden',
      fsync: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      lower: 'ñ',
      by_code_point: true,
    })
    expect(said).toEqual(['creating the database cluster…'])
    await expectClosedToOthers(dataDir, cluster.url)
    await cluster.leave()
  })

  test('data survive leaving and joining again, leaving stops the server and leaves no other file', async () => {
    const dataDir = join(await scratch(), 'data')
    const first = await joinCluster({ dataDir })
    await ask(first.url, 'create table kept as select 42 as answer')
    const pid = await serverPid(dataDir)
    await Promise.all([first.leave(), first.leave()])
    expect(identify(pid ?? 0)).toBeUndefined()
    expect(await serverPid(dataDir)).toBeUndefined()
    await expectNothingElse(join(dataDir, 'postgres'))
    const second = await joinCluster({ dataDir })
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.leave()
  })

  test('a second process joins the running server, which has a session of its own; the last one out stops it', async () => {
    const dataDir = join(await scratch(), 'data')
    const first = await participate(dataDir)
    const second = await participate(dataDir)
    expect(second.url).toBe(first.url)
    const pid = (await serverPid(dataDir)) ?? 0
    // It leads a process group: what the terminal sends to ours does not reach it.
    expect(process.kill(-pid, 0)).toBe(true)
    expect(await first.leave()).toBe(0)
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await second.leave()).toBe(0)
    expect(identify(pid)).toBeUndefined()
  })

  test('two processes that join an empty directory at once both come up, on one server', async () => {
    const dataDir = join(await scratch(), 'data')
    const [one, other] = await Promise.all([participate(dataDir), participate(dataDir)])
    expect(one.url).toBe(other.url)
    expect(await Promise.all([one.leave(), other.leave()])).toEqual([0, 0])
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  test('a process may join several times, and stays until it has left as many times', async () => {
    const dataDir = join(await scratch(), 'data')
    const joins = await Promise.all([1, 2, 3].map(() => joinCluster({ dataDir, durable: false })))
    const [first, second, third] = joins
    await first?.leave()
    await first?.leave()
    await second?.leave()
    expect(await ask(third?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    await third?.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  test('deleting the data directory starts anew, even under a participant', async () => {
    const dataDir = join(await scratch(), 'data')
    const first = await joinCluster({ dataDir, durable: false })
    await ask(first.url, 'create table forgotten ()')
    // The server is still writing there.
    await rm(dataDir, { recursive: true, maxRetries: 10 })
    const second = await joinCluster({ dataDir, durable: false })
    expect(await ask(second.url, `select to_regclass('forgotten') as found`)).toEqual([{ found: null }])
    await first.leave()
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.leave()
  })
})

describe.concurrent('joinCluster, when it cannot', { timeout: 60_000 }, () => {
  test('says in one line that DATA_DIR is not writable', async () => {
    const dir = await scratch()
    await writeFile(join(dir, 'file'), '')
    await expect(joinCluster({ dataDir: join(dir, 'file', 'data') })).rejects.toThrow(
      /^DATA_DIR .* is not writable \(ENOTDIR\): .*$/,
    )
  })

  test.skipIf(!isRoot())('says so to an ordinary user as well (needs root to become one)', async () => {
    const dataDir = join(await scratch(), 'data')
    await mkdir(dataDir)
    await expect(participate(dataDir, { uid: 65534, gid: 65534 })).rejects.toThrow(
      /^DATA_DIR .* is not writable \(EACCES\): .*$/,
    )
  })

  test('gives the reason of a server that does not start, with its log, and refuses another major version', async () => {
    const dataDir = join(await scratch(), 'data')
    await (await joinCluster({ dataDir, durable: false })).leave()
    const { pgdata } = await homeOf(dataDir)
    await appendFile(join(pgdata, 'postgresql.conf'), '\nwal_level = nonsense\n')
    await expect(joinCluster({ dataDir })).rejects.toThrow(
      /^the database server did not start: .*postgresql\.conf.* contains errors.* \(see .*postgres\.log\)$/,
    )
    await writeFile(join(pgdata, 'PG_VERSION'), '12\n')
    await expect(joinCluster({ dataDir })).rejects.toThrow(
      /^the database cluster in .* was created by PostgreSQL 12, .*$/,
    )
  })

  test('says what the system refuses', async () => {
    const dataDir = join(await scratch(), 'data')
    await mkdir(join(dataDir, 'postgres', 'password'), { recursive: true })
    await expect(joinCluster({ dataDir, durable: false })).rejects.toThrow(
      /^the database in .* cannot be used: .*$/,
    )
  })
})
