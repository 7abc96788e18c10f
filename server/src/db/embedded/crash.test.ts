import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  ask,
  homeOf,
  participate,
  placeCluster,
  scratch,
  serverPid,
  untilSoon,
} from '../../../tests/harness/embedded/trial.ts'
import { joinCluster } from './cluster.ts'
import { identify, kill, listServerProcesses } from './processes.ts'

/** A cluster with a committed row, used by one participant in a process of its own. */
async function usedCluster() {
  const dataDir = join(await scratch(), 'data')
  await placeCluster(dataDir)
  const participant = await participate(dataDir)
  await ask(participant.url, 'create table kept as select 42 as answer')
  const pid = await serverPid(dataDir)
  if (pid === undefined) throw new Error('no server')
  return { dataDir, participant, pid }
}

async function expectKept(url: string) {
  expect(await ask(url, 'select answer from kept')).toEqual([{ answer: 42 }])
}

describe.concurrent('after a kill -9', { timeout: 60_000 }, () => {
  test('of the only participant, the next join uses the server that survived, and its leaving stops it', async () => {
    const { dataDir, participant, pid } = await usedCluster()
    await participant.kill()
    const next = await joinCluster({ dataDir, durable: false })
    expect(next.url).toBe(participant.url)
    await expectKept(next.url)
    await next.leave()
    expect(identify(pid)).toBeUndefined()
  })

  test('of one of two participants, the other one stops the server when it leaves', async () => {
    const { dataDir, participant, pid } = await usedCluster()
    const other = await participate(dataDir)
    await participant.kill()
    await other.leave()
    expect(identify(pid)).toBeUndefined()
  })

  test('of participant and every process of the server, the next join recovers what was committed', async () => {
    const { dataDir, participant } = await usedCluster()
    const home = await homeOf(dataDir)
    await participant.kill()
    for (const pid of await listServerProcesses(home)) kill(pid, 'SIGKILL')
    await untilSoon('all are gone', async () => (await listServerProcesses(home)).length === 0)
    const next = await joinCluster({ dataDir, durable: false })
    await expectKept(next.url)
    await next.leave()
  })

  test('of the postmaster alone, a busy backend that survived is ended and the next join recovers', async () => {
    const { dataDir, participant, pid } = await usedCluster()
    const home = await homeOf(dataDir)
    const busy = new Client({ connectionString: participant.url, application_name: 'busy' })
    busy.on('error', () => undefined)
    await busy.connect()
    const [backend] = (await busy.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    const looping = busy.query('do $$ begin loop null; end loop; end $$').catch(() => undefined)
    await untilSoon('the backend is busy', async () => {
      const rows = await ask(
        participant.url,
        `select 1 from pg_stat_activity where application_name = 'busy' and state = 'active'`,
      )
      return rows.length === 1
    })
    await participant.kill()
    process.kill(pid, 'SIGKILL')
    await untilSoon(
      'only the busy backend is left',
      async () => (await listServerProcesses(home)).length === 1,
    )
    expect(await listServerProcesses(home)).toEqual([backend?.pid])
    const next = await joinCluster({ dataDir, durable: false })
    expect(identify(backend?.pid ?? 0)).toBeUndefined()
    await expectKept(next.url)
    await next.leave()
    await looping
    await busy.end().catch(() => undefined)
  })

  test('of everything, a pid file that now names a stranger does not stand in the way', async () => {
    const { dataDir, participant } = await usedCluster()
    const home = await homeOf(dataDir)
    await participant.kill()
    for (const pid of await listServerProcesses(home)) kill(pid, 'SIGKILL')
    await untilSoon('all are gone', async () => (await listServerProcesses(home)).length === 0)
    const file = join(home.pgdata, 'postmaster.pid')
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
    // A process of the very account that the server runs under, whom PostgreSQL would take for its own.
    const otherDir = join(await scratch(), 'data')
    await placeCluster(otherDir)
    const stranger = await joinCluster({ dataDir: otherDir, durable: false })
    await writeFile(file, [await serverPid(otherDir), ...rest].join('\n'))
    const next = await joinCluster({ dataDir, durable: false })
    expect(next.url).not.toBe(stranger.url)
    await expectKept(next.url)
    await next.leave()
    expect(await ask(stranger.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stranger.leave()
  })

  test('of a process that was creating the cluster, the next join creates it', async () => {
    const dataDir = join(await scratch(), 'data')
    const creating = participate(dataDir).catch((error: Error) => error.message)
    const control = join(dataDir, 'postgres')
    const attempt = async () =>
      (await readdir(control).catch(() => [])).find((name) => name.startsWith('creating-'))
    await untilSoon('it is being created', async () => (await attempt()) !== undefined)
    const [lock] = await readdir(join(control, 'lock'))
    const holder = await readFile(join(control, 'lock', lock ?? ''), 'utf8')
    process.kill(Number(holder.split('.')[0]), 'SIGKILL')
    expect(await creating).toBe('exit null')
    const next = await joinCluster({ dataDir, durable: false })
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await next.leave()
    await untilSoon('its remains are gone', async () => (await attempt()) === undefined)
  })
})
