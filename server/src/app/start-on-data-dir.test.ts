// The service on a data directory of its own, as `npm start` runs it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { andenJson, type ServerProcess, serve } from '../../tests/harness/command.ts'
import { homeOf, scratch, serverPid } from '../../tests/harness/embedded/trial.ts'
import { caller } from '../../tests/harness/http.ts'
import { until } from '../../tests/harness/until.ts'
import { kill, listServerProcesses } from '../db/embedded/processes.ts'

const demoKey = (server: ServerProcess) => /pk_\w{46}/.exec(server.stderr())?.[0] ?? ''
const stockOf = (server: ServerProcess, token: string) =>
  caller(`${server.url}/api/v1/portal`, token).get('/stock')

// The second test goes on with what the first has left: demo data take seconds to load.
const DATA_DIR = join(await scratch(), 'data')
const settings = { DATA_DIR, DEMO_DAYS: '60' }
let token = ''
let before = ''

describe('on one data directory', () => {
  test('two first starts at once come up on one database, with one secret and one demo key', async () => {
    const servers = await Promise.all([serve(settings, ['--demo']), serve(settings, ['--demo'])])
    const [one, other] = servers.map(demoKey)
    expect(one).toMatch(/^pk_/)
    expect(one).toBe(other)
    const pages = await Promise.all(servers.map((server) => stockOf(server, one ?? '')))
    expect(pages[0]?.body.data.length).toBeGreaterThan(0)
    expect(pages[0]?.text).toBe(pages[1]?.text)
    token = one ?? ''
    before = pages[0]?.text ?? ''

    // The cursor that one has sealed can be opened by the other: they have the same secret.
    const [first, second] = servers.map((server) => caller(`${server.url}/api/v1/portal`, one))
    const { body } = await (first?.get('/stock?limit=2') ?? Promise.reject())
    const next = await second?.get(`/stock?limit=2&cursor=${body.next_cursor}`)
    expect(next?.status).toBe(200)

    expect(await servers[0]?.end('SIGTERM')).toBe(0)
    expect((await stockOf(servers[1] as ServerProcess, one ?? '')).status).toBe(200)
    expect(await servers[1]?.end('SIGINT')).toBe(0)
    expect(await serverPid(DATA_DIR)).toBeUndefined()
  })

  test('what was there is there again: after a stop, after a kill, after a crash of everything', async () => {
    const clients = await andenJson(['client', 'list'], { DATA_DIR })
    expect(clients).toHaveLength(2)

    const comesBack = async () => {
      const started = await serve(settings, ['--demo'])
      expect(demoKey(started)).toBe(token)
      expect((await stockOf(started, token)).text).toBe(before)
      return started
    }

    let server = await comesBack()
    expect(await andenJson(['client', 'list'], { DATA_DIR })).toEqual(clients)

    const postmaster = await serverPid(DATA_DIR)
    expect(await server.end('SIGKILL')).toBeNull()
    expect(await serverPid(DATA_DIR)).toBe(postmaster)
    server = await comesBack()

    const home = await homeOf(DATA_DIR)
    expect(await server.end('SIGKILL')).toBeNull()
    for (const pid of await listServerProcesses(home)) kill(pid, 'SIGKILL')
    await until('the database is gone', async () => (await listServerProcesses(home)).length === 0)
    server = await comesBack()

    expect(await andenJson(['client', 'list'], { DATA_DIR })).toEqual(clients)
    expect(await server.end('SIGTERM')).toBe(0)
    expect((await readdir(DATA_DIR)).sort()).toEqual([
      'attachments',
      'demo-credentials.json',
      'postgres',
      'secret-key',
    ])
  })
})
