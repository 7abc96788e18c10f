import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portalScopes, staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { andenJson, anden as inOwnProcess, type Settings, serve } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { rowCounts } from '../../tests/harness/counts.ts'
import { emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { caller } from '../../tests/harness/http.ts'
import { startMailServer } from '../../tests/harness/mail-server.ts'
import { sql } from '../db/sql.ts'

const anden = commandsInOneProcess()
let database: TestDatabase
let settings: Settings
beforeAll(async () => {
  database = await emptyDatabase()
  settings = {
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: join(await scratch(), 'data'),
    DEMO_DAYS: '60',
  }
})
afterAll(() => database.drop())

const run = (...args: string[]) => andenJson(args, settings, anden)

async function refusal(...args: string[]): Promise<string> {
  const { code, stderr, stdout } = await anden([...args, '--json'], settings)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^anden: [^\n]+\n$/)
  return stderr
}

describe('migrate', () => {
  test('runs pending migrations, and does nothing the second time', async () => {
    const { stdout, stderr } = await inOwnProcess(['migrate', '--json'], settings)
    expect(JSON.parse(stdout).applied[0]).toBe('0100_clients_and_keys')
    expect(stderr).toBe('')
    expect(await run('migrate')).toEqual({ applied: [] })
  })
})

describe('client', () => {
  test('create returns what list then shows', async () => {
    const created = await run(
      ...['client', 'create', '--name', ' Bodega Ñandú ', '--email', 'a@bodega.example'],
      ...['--cuit', '30-70777070-4'],
    )
    expect(created).toMatchObject({
      name: 'Bodega Ñandú',
      email: 'a@bodega.example',
      cuit_dni: '30707770704',
      status: 'active',
    })
    expect(await run('client', 'list')).toEqual([created])
    const table = await anden(['client', 'list'], settings)
    expect(table.stdout.split('\n')[1]).toMatch(`${created.id}  Bodega Ñandú  a@bodega.example`)
  })

  test('create refuses a wrong CUIT, one that another client has, and a wrong address', async () => {
    const [taken, cuit, email] = await Promise.all([
      refusal('client', 'create', '--name', 'A', '--email', 'a@a.example', '--cuit', '30707770704'),
      refusal('client', 'create', '--name', 'A', '--email', 'a@a.example', '--cuit', '30-70777070-8'),
      refusal('client', 'create', '--name', 'A', '--email', 'nobody'),
    ])
    expect(taken).toMatch(/Bodega Ñandú .* already has the CUIT or DNI 30707770704/)
    expect(cuit).toContain('CUIT')
    expect(email).toContain('"nobody" is not an e-mail address')
  })
})

describe('key', () => {
  test('create makes a key that works, with its scopes and limits; revoke ends it', async () => {
    const [client] = await run('client', 'list')
    const server = await serve(settings)
    const key = await run(
      ...['key', 'create', '--client', client.id, '--name', 'ERP', '--scopes', 'read:stock,read:orders'],
      ...['--read-per-hour', '50', '--burst-per-minute', '7'],
    )
    expect(key.token).toMatch(/^pk_[0-9A-Za-z]{46}$/)
    const portal = caller(`${server.url}/api/v1/portal`, key.token)
    const me = await portal.get('/me')
    expect(me.body.key).toMatchObject({ id: key.id, name: 'ERP', scopes: ['read:stock', 'read:orders'] })
    expect(me.body.rate_limits).toEqual({ read_per_hour: 50, write_per_hour: 100, burst_per_minute: 7 })

    const listed = await run('key', 'list')
    expect(listed).toMatchObject([{ id: key.id, client_id: client.id, revoked_at: null }])
    expect(JSON.stringify(listed)).not.toContain(key.token)

    expect(await run('key', 'revoke', key.id)).toEqual({ id: key.id, revoked: true })
    expect((await portal.get('/me')).status).toBe(401)
    expect((await run('key', 'list'))[0].revoked_at).not.toBeNull()
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('create with --all-scopes has every scope', async () => {
    const [client] = await run('client', 'list')
    const key = await run('key', 'create', '--client', client.id, '--name', 'all', '--all-scopes')
    expect(key.scopes).toEqual(portalScopes)
  })

  test('create and revoke say what is wrong', async () => {
    const nobody = uuidv7()
    const named = ['key', 'create', '--client', nobody, '--name', 'a']
    const [client, scope, scopes, limit, revoke] = await Promise.all([
      refusal(...named, '--all-scopes'),
      refusal(...named, '--scopes', 'read:stock,read:stcok'),
      refusal(...named),
      refusal(...named, '--all-scopes', '--read-per-hour', '0'),
      refusal('key', 'revoke', nobody),
    ])
    expect(client).toContain(`there is no client ${nobody}: anden client list shows all clients`)
    expect(scope).toContain('unknown scope read:stcok; the scopes are read:')
    expect(scopes).toContain('--scopes a,b or --all-scopes is required')
    expect(limit).toContain('it must be a whole number from 1 to 1000000')
    expect(revoke).toContain(`there is no key ${nobody}: anden key list shows all keys`)
  })
})

describe('staff-key', () => {
  test('create, list and revoke', async () => {
    const key = await run('staff-key', 'create', '--name', 'Depósito')
    expect(key).toMatchObject({ name: 'Depósito', scopes: [...staffScopes] })
    expect(key.token).toMatch(/^sk_[0-9A-Za-z]{46}$/)
    const narrow = await run(
      ...['staff-key', 'create', '--name', 'b', '--scopes', staffScopes[0], '--write-per-hour', '500'],
    )
    expect(narrow).toMatchObject({ scopes: [staffScopes[0]], read_per_hour: null, write_per_hour: 500 })
    expect(await run('staff-key', 'list')).toMatchObject([{ id: key.id }, { id: narrow.id }])
    expect(await run('staff-key', 'revoke', key.id)).toEqual({ id: key.id, revoked: true })
    expect(await refusal('staff-key', 'revoke', uuidv7())).toContain('there is no staff key')
  })
})

describe('user', () => {
  const ofClient = (id: string) => ['--client', id, '--role', 'administrator']

  test('create prints a link, list shows the users, reset prints another link, remove removes', async () => {
    const [client] = await run('client', 'list')
    const named = ['user', 'create', '--email', 'Ana@Bodega.example', '--name', 'Ana']
    const created = await run(...named, ...ofClient(client.id))
    expect(created).toMatchObject({ email: 'ana@bodega.example', role: 'administrator' })
    expect(created.link).toMatch(/\/welcome\/[\w-]{43}$/)
    const table = await anden(['user', 'list'], settings)
    expect(table.stdout).toContain(`${created.id}  ${client.id}  ana@bodega.example  Ana   administrator`)
    const reset = await run('user', 'reset', 'ANA@bodega.example', '--second-factor')
    expect(reset).toMatchObject({ id: created.id, email: 'ana@bodega.example' })
    expect(reset.link).toMatch(/\/welcome\/[\w-]{43}$/)
    expect(reset.link).not.toBe(created.link)
    const [taken, last] = await Promise.all([
      refusal(...named, '--staff'),
      refusal('user', 'remove', 'ana@bodega.example'),
    ])
    expect(taken).toContain('There is already a user with this e-mail address')
    expect(last).toContain('This is the last administrator')
    const bea = ['user', 'create', '--email', 'bea@bodega.example', '--name', 'Bea']
    await run(...bea, ...ofClient(client.id))
    const person = (name: string) => ['user', 'create', '--email', `${name}@bodega.example`, '--name', name]
    const operator = await run(...person('cora'), '--client', client.id, '--role', 'operator')
    expect(operator).toMatchObject({ role: 'operator' })
    await run(...person('dora'), '--staff', '--scopes', 'staff:receive')
    const { scopes } = (await run('user', 'list')).find(({ name }: { name: string }) => name === 'dora')
    expect(scopes).toEqual(['staff:receive'])
    expect(await run('user', 'remove', 'ana@bodega.example')).toEqual({
      id: created.id,
      email: 'ana@bodega.example',
      removed: true,
    })
    const { actions } = await database.db.one(sql<{ actions: string[] }>`
      select array_agg(action order by created_at, id) as actions from audit_entries
      where subject_id = ${created.id} and actor = 'terminal'`)
    expect(actions).toEqual(['users.invite', 'users.reset', 'users.remove'])
  })

  test('create, reset and remove say what is wrong', async () => {
    const nobody = uuidv7()
    const named = ['user', 'create', '--name', 'Ana', '--email']
    const lines = await Promise.all([
      refusal(...named, 'a@a.example'),
      refusal(...named, 'a@a.example', '--staff', '--client', nobody),
      refusal(...named, 'a@a.example', '--client', nobody),
      refusal(...named, 'a@a.example', ...ofClient(nobody)),
      refusal(...named, 'a@a.example', '--client', nobody, '--role', 'owner'),
      refusal(...named, 'a@a.example', '--staff', '--role', 'reader'),
      refusal(...named, 'a@a.example', '--staff', '--scopes', 'staff:everything'),
      refusal(...named, 'josé@bodega', '--staff'),
      ...['Ana\nPérez', 'https://evil.example', 'a'.repeat(81), ' '].map((name) =>
        refusal('user', 'create', '--email', 'a@a.example', '--staff', '--name', name),
      ),
      refusal('user', 'reset', 'nadie@a.example'),
      refusal('user', 'remove', 'nadie@a.example'),
    ])
    expect(lines.map((line) => line.slice('anden: '.length).trim())).toEqual([
      expect.stringContaining('use either --client <id> or --staff'),
      expect.stringContaining('use either --client <id> or --staff'),
      'a user of a client needs a role: --role administrator, operator or reader',
      `there is no client ${nobody}: anden client list shows all clients`,
      expect.stringContaining('it must be administrator, operator or reader'),
      '--role is for users of a client; use --scopes with --staff',
      expect.stringContaining('unknown scope staff:everything'),
      '"josé@bodega" is not an e-mail address that can sign in',
      ...Array(4).fill(
        expect.stringMatching(/^--name must be one line of 1 to 80 characters, without an address/),
      ),
      'there is no user nadie@a.example: anden user list shows all users',
      'there is no user nadie@a.example: anden user list shows all users',
    ])
  })
})

describe('demo', () => {
  test('run twice changes nothing and gives the same key', async () => {
    const first = await run('demo')
    expect(first.loaded).toBe(true)
    expect(first.test_key).toMatch(/^pk_test_/)
    const before = await rowCounts(database.db)
    expect(await run('demo')).toEqual({ ...first, loaded: false })
    expect(await rowCounts(database.db)).toEqual(before)
  })
})

describe('sandboxes', () => {
  test('are shown, and reset to the end', async () => {
    const name = ['--name', 'Bodega', '--email', 'bodega@bodega.example']
    const { id } = await run('client', 'create', ...name)
    const none = await anden(['sandbox', 'show', id], settings)
    expect(none.stderr).toMatch(/^anden: there is no sandbox of a client /)
    await run('key', 'create', '--client', id, '--name', 'ERP', '--all-scopes', '--sandbox')
    expect(await run('sandbox', 'show', id)).toMatchObject({
      orders: 0,
      products: 0,
      keys: 1,
      last_reset: null,
    })
    expect(await run('sandbox', 'reset', id, '--data', 'demo')).toMatchObject({
      orders: 8,
      products: 6,
      keys: 1,
      last_reset: 'demo',
      reset_state: 'done',
      reset_problem: null,
    })
    expect(await run('sandbox', 'reset', id)).toMatchObject({
      orders: 0,
      products: 0,
      last_reset: 'products',
    })
    expect(await run('job', 'run', 'idle-sandboxes')).toEqual({ announced: 0, emptied: 0 })
  })
})

describe('doctor', () => {
  test('reports that everything is well', async () => {
    const findings = await run('doctor')
    expect(findings.map(({ check, ok }: { check: string; ok: boolean }) => [check, ok])).toEqual([
      ['settings', true],
      ['database', true],
      // Only where the run has a pooler.
      ...(settings.DATABASE_DIRECT_URL ? [['pooler', true]] : []),
      ['clock', true],
      ['secret', true],
      ['remitos', true],
      ['disk', true],
      ['redis', true],
      ['s3', true],
      ['smtp', true],
    ])
    const mail = await startMailServer()
    const { stdout, code } = await anden(['doctor'], {
      ...settings,
      SMTP_URL: mail.url,
      REMITO_CAI: '12345678901234',
      REMITO_CAI_EXPIRES_ON: '2020-02-29',
      REMITO_CAI_UP_TO: '99999999',
    })
    expect(stdout).toMatch(/^ok {4}settings {2}all valid\nok {4}database {2}PostgreSQL \d+/)
    expect(stdout).toContain(`smtp      127.0.0.1:${mail.port} is reachable`)
    expect(stdout).toMatch(
      // Those of the demo: the settings count for nothing once there is a book.
      /^ok {4}remitos {3}the books have \d+ numbers and 133 days left$/m,
    )
    expect(code).toBe(0)
    await mail.stop()
  })

  test('reports each fault in one line, and fails', async () => {
    const file = join(await scratch(), 'file')
    await writeFile(file, '')
    const [away, noDirectory, wrong] = await Promise.all([
      anden(['doctor', '--json'], {
        ...settings,
        DATABASE_URL: 'postgres://anden@127.0.0.1:1/anden',
        REDIS_URL: 'redis://127.0.0.1:1',
        S3_URL: 'http://key:hidden@127.0.0.1:1/anden',
        SMTP_URL: 'smtp://user:hidden@127.0.0.1:1',
      }),
      anden(['doctor'], { ...settings, DATA_DIR: file }),
      anden(['doctor', '--json'], { ...settings, PORT: 'x', WAREHOUSE_CUIT: '30', REMITO_CAI_UP_TO: '5' }),
    ])
    expect(away.code).toBe(1)
    expect(JSON.parse(away.stdout)).toMatchObject([
      { check: 'settings', ok: true },
      { check: 'database', ok: false, detail: expect.stringContaining('ECONNREFUSED') },
      { check: 'clock', ok: false },
      { check: 'secret', ok: false },
      { check: 'remitos', ok: true },
      { check: 'disk', ok: true },
      { check: 'redis', ok: false, detail: expect.stringContaining('cannot reach 127.0.0.1:1') },
      {
        check: 's3',
        ok: false,
        detail: expect.stringContaining('cannot reach the bucket anden at 127.0.0.1:1'),
      },
      { check: 'smtp', ok: false, detail: expect.stringContaining('cannot reach 127.0.0.1:1') },
    ])
    expect(away.stdout + away.stderr).not.toContain('hidden')
    expect(noDirectory.code).toBe(1)
    expect(noDirectory.stdout).toContain(`FAIL  disk      DATA_DIR ${file} is not writable (ENOTDIR)`)
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.stdout)).toMatchObject([
      { check: 'settings', ok: false, detail: expect.stringMatching(/^PORT must be/) },
      { check: 'settings', ok: false, detail: expect.stringMatching(/^WAREHOUSE_CUIT must be a CUIT/) },
      { check: 'settings', ok: false, detail: 'REMITO_CAI_UP_TO is set without REMITO_CAI' },
    ])
  })
})
