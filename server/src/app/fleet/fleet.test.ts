// `anden serve --processes 2` as people run it. One fleet serves most of the tests: a process that starts takes more than a
// second of CPU time.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, type Settings, serve } from '../../../tests/harness/command.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { scratch } from '../../../tests/harness/embedded/trial.ts'
import { until } from '../../../tests/harness/until.ts'
import { sql } from '../../db/sql.ts'
import { createClient } from '../../identity/clients.ts'
import { issueApiKey } from '../../identity/issue-keys.ts'

let database: TestDatabase
let settings: Settings
beforeAll(async () => {
  database = await cloneDatabase()
  settings = {
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: join(await scratch(), 'data'),
    LOG_LEVEL: 'info',
  }
})
afterAll(() => database.drop())

const startTwo = (...args: string[]) => serve(settings, ['--processes', '2', ...args])

async function aKey(limits?: { burst_per_minute: number }) {
  const owner = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
  const client = await createClient(database.db, owner)
  const rateLimits = { read_per_hour: 100_000, burst_per_minute: 100_000, ...limits }
  return issueApiKey(database.db, { clientId: client.id, name: 'test', scopes: portalScopes, rateLimits })
}

type LogLine = {
  process?: number | string
  number?: number
  pid?: number
  path?: string
  msg?: string
  restart_ms?: number
}

const linesOf = (server: ServerProcess): LogLine[] =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const answeredBy = (server: ServerProcess, path: string) =>
  new Set(
    linesOf(server)
      .filter((line) => line.path === path)
      .map((line) => line.process),
  )
const restarts = (server: ServerProcess) =>
  linesOf(server).filter(({ restart_ms }) => restart_ms !== undefined)

/**
 * On a connection of its own, so that any process may get it. Resolves with the status, or null if the connection broke or
 * the time-out has passed: a connection that is being handed to a process when that ends stays open without an answer.
 */
function statusOf(url: string, token?: string, timeoutMs = 10_000): Promise<number | null> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    get(url, { agent: new Agent({ keepAlive: false }), headers, signal }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? null))
        .once('error', () => resolve(null))
    }).once('error', () => resolve(null))
  })
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const portal = '/api/v1/portal'

describe('two processes on one port', () => {
  let fleet: ServerProcess
  beforeAll(async () => {
    fleet = await startTwo()
  })
  const url = (path: string) => fleet.url + path
  const inParallel = (count: number, ask: () => Promise<number | null>) =>
    Promise.all(Array.from({ length: count }, ask))

  const metric = async (pattern: RegExp) => {
    const text = await (await fetch(url('/metrics'))).text()
    return Number(pattern.exec(text)?.[1])
  }
  const healthRequests = /^anden_http_request_seconds_count\{.*route="\/api\/v1\/portal\/health".*\} (\d+)$/m

  test('both answer, in one log that says which did, after one greeting', async () => {
    expect(await inParallel(10, () => statusOf(url(`${portal}/health`)))).toEqual(Array(10).fill(200))
    await until('both are in the log', () => answeredBy(fleet, `${portal}/health`).size === 2)
    expect(answeredBy(fleet, `${portal}/health`)).toEqual(new Set([1, 2]))
    expect(fleet.stderr().match(/Andén is listening on .*, with 2 processes/g)).toHaveLength(1)
  })

  test('count together for the limit of a key', async () => {
    const key = await aKey({ burst_per_minute: 20 })
    const statuses = await inParallel(60, () => statusOf(url(`${portal}/stock`), key.token))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    await until('both are in the log', () => answeredBy(fleet, `${portal}/stock`).size === 2)
  })

  test('add up their metrics, whichever is scraped, and are ready together', async () => {
    const counts = [await metric(healthRequests), await metric(healthRequests), await metric(healthRequests)]
    expect(counts).toEqual([10, 10, 10])
    expect(await metric(/^anden_processes (\d+)$/m)).toBe(2)
    expect(await metric(/^anden_database_up (\d+)$/m)).toBe(1)
    expect(await inParallel(4, () => statusOf(url('/readyz')))).toEqual(Array(4).fill(200))
  })

  test('a process that is killed under load fails only its own requests, and is replaced', async () => {
    const { token } = await aKey()
    const [victim = 0] = childrenOf(fleet.pid)
    const statuses: (number | null)[] = []
    let isOver = false
    const lanes = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push(await statusOf(url(`${portal}/stock`), token))
    })
    await until('there is load', () => statuses.length > 40)
    process.kill(victim, 'SIGKILL')
    await until('it is noticed', () => restarts(fleet).some(({ pid }) => pid === victim))
    await until('it is replaced', async () => (await metric(/^anden_processes (\d+)$/m)) === 2)
    isOver = true
    await Promise.all(lanes)
    // Each lane may have had one request in it, and a connection on its way to it.
    expect(statuses.filter((status) => status === null).length).toBeLessThanOrEqual(16)
    expect(statuses.filter((status) => status !== 200 && status !== null)).toEqual([])
    expect(await metric(/^anden_process_restarts_total (\d+)$/m)).toBe(1)
    expect(await metric(healthRequests), 'what the killed one had counted').toBe(10)
  })

  test('one that ends again and again is started after longer and longer waits', async () => {
    const [first] = restarts(fleet)
    for (let times = 2; times <= 3; times++) {
      await until('it runs', () => childrenOf(fleet.pid).length === 2)
      const newest = Math.max(...childrenOf(fleet.pid))
      process.kill(newest, 'SIGKILL')
      await until('its end is logged', () => restarts(fleet).length === times)
    }
    const waits = restarts(fleet).filter(({ number }) => number === first?.number)
    expect(waits.map(({ restart_ms }) => restart_ms)).toEqual([250, 500, 1000])
    await until('it runs', async () => (await metric(/^anden_processes (\d+)$/m)) === 2)
  })

  test('all that are killed at once come back on the same port', async () => {
    for (const pid of childrenOf(fleet.pid)) process.kill(pid, 'SIGKILL')
    await until('they run', async () => {
      const running = (await statusOf(url('/livez'))) === 200
      return running && (await metric(/^anden_processes (\d+)$/m)) === 2
    })
  })

  test('SIGTERM lets requests in flight have their answer, and exits with 0 when all have ended', async () => {
    const waiting = await requestInFlight(fleet)
    const pids = childrenOf(fleet.pid)
    expect(pids).toHaveLength(2)
    fleet.signal('SIGTERM')
    await until(
      'nobody new is let in',
      async () => (await statusOf(url('/livez'), undefined, 2_000)) === null,
    )
    await waiting.release()
    expect(await waiting.answer).toBe(200)
    await until('it has ended', () => fleet.exitCode() !== undefined)
    expect(fleet.exitCode(), fleet.stderr()).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    expect(fleet.stderr().match(/SIGTERM: finishing/g)).toHaveLength(1)
  })
})

test('kill -9 of the supervisor leaves nothing behind: the processes finish their requests and exit', async () => {
  const fleet = await startTwo('--roles', 'api')
  const waiting = await requestInFlight(fleet)
  const pids = childrenOf(fleet.pid)
  process.kill(fleet.pid, 'SIGKILL')
  await until('the idle one has ended', () => pids.filter(isRunning).length === 1)
  await waiting.release()
  expect(await waiting.answer).toBe(200)
  await until('both have ended', () => pids.filter(isRunning).length === 0)
})

test('a second signal ends all at once', async () => {
  const fleet = await startTwo('--roles', 'api')
  const waiting = await requestInFlight(fleet)
  const pids = childrenOf(fleet.pid)
  fleet.signal('SIGINT')
  // npm sends a Ctrl-C twice within milliseconds, so the second one counts only a little later.
  await until('all have ended', () => {
    fleet.signal('SIGINT')
    return fleet.exitCode() !== undefined
  })
  expect(await waiting.answer).toBeNull()
  expect(pids.filter(isRunning)).toEqual([])
  expect(fleet.exitCode()).toBe(1)
  await waiting.release()
})

/** A request that waits, as a slow one would, behind a lock on the products. */
async function requestInFlight(fleet: ServerProcess) {
  const { token } = await aKey()
  const client = await database.db.connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  await client.query('lock table products in access exclusive mode')
  const answer = statusOf(`${fleet.url}${portal}/stock`, token, 60_000)
  await until('the request waits in the database', async () => {
    const waiting = await database.db.rows(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length > 0
  })
  return {
    answer,
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}
