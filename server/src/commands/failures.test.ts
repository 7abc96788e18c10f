// A command that fails prints one clear line and exits with a non-zero status. One failure of each kind has a process of
// its own; the others share one.

import { stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anden as inOwnProcess, type Settings } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { aRole, cloneDatabase, emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { claimDirectory } from '../attachments/directory-storage.ts'
import { secretKeys } from '../config/secrets.ts'
import { raw, sql } from '../db/sql.ts'
import { openSecrets } from '../secret-key/stored-key.ts'

const anden = commandsInOneProcess()
const SECRET_KEY = '0123456789abcdef0123456789abcdef'
const database = await useDatabase()
const settings = {
  ...database.settings,
  SECRET_KEY,
  PORT: '0',
  DATA_DIR: join(await scratch(), 'data'),
}

async function expectOneLine(args: string[], given: Settings, line: string | RegExp, run = anden) {
  const { code, stdout, stderr } = await run(args, given)
  expect(stderr).toMatch(line)
  expect(stderr).toMatch(/^anden: [^\n]+\n$/)
  expect(stderr).not.toMatch(/node:internal|\.ts:\d+|^\s+at /m)
  expect(stdout).toBe('')
  expect(code).toBe(1)
}

async function expectDoctorFails(given: Settings, line: string) {
  const { code, stdout } = await anden(['doctor'], given)
  expect(stdout).toContain(`FAIL  database  ${line}`)
  expect(code).toBe(1)
}

describe.concurrent('a start is refused in one line', () => {
  test.each<[string, Settings, string]>([
    ['a port that is none', { PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
    ['an unknown role', { ROLES: 'web' }, 'ROLES must be one or more of api, worker'],
    ['a misspelt name', { RATE_LIMIT_READS_PER_HOUR: '5' }, 'RATE_LIMIT_READS_PER_HOUR is not a setting'],
    ['a number of processes that is none', { PROCESSES: 'x' }, 'PROCESSES must be max or a whole number'],
    ['no secret', { SECRET_KEY: '' }, 'SECRET_KEY is required with DATABASE_URL'],
    ['another kind of database', { DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a URL that starts'],
    [
      'a mistyped list of hosts',
      { DATABASE_URL: 'postgres://a,,b/anden' },
      'DATABASE_URL must have its hosts as',
    ],
    ['a sender that is no address', { MAIL_FROM: 'Andén' }, 'MAIL_FROM must be an address such as'],
    ['an address that is not here', { HOST: '192.0.2.1' }, 'this machine has no address 192.0.2.1: set HOST'],
  ])('with %s', async (_, wrong, line) => {
    const isFirst = wrong['PORT'] !== undefined
    await expectOneLine(['serve'], { ...settings, ...wrong }, line, isFirst ? inOwnProcess : anden)
  })

  test.each(['0', '-1', '1.5', '257', 'all'])('with --processes %s', async (count) => {
    const line = `PROCESSES must be max or a whole number from 1 to 256, not "${count}"`
    await expectOneLine(['serve', '--processes', count], settings, line)
  })

  test('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    try {
      const line = `port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another port`
      await expectOneLine(['serve', '--processes', '2'], { ...settings, PORT: `${port}` }, line, inOwnProcess)
      const ops = { ...settings, LOG_LEVEL: 'warn', OPS_PORT: `${port}` }
      await expectOneLine(['serve', '--roles', 'worker'], ops, line.replace('set PORT', 'set OPS_PORT'))
    } finally {
      other.close()
    }
  })

  test('when the database cannot be reached', async () => {
    const line = 'cannot reach the database of DATABASE_URL (127.0.0.1:1/anden): connect ECONNREFUSED'
    const unreachable = {
      ...settings,
      DATABASE_URL: 'postgres://anden:hunter2@127.0.0.1:1/anden',
      DATABASE_DIRECT_URL: '',
    }
    const { stderr } = await anden(['serve'], unreachable)
    expect(stderr).toContain(line)
    expect(stderr).toMatch(/^anden: [^\n]+ DATABASE_URL is right\n$/)
    expect(stderr).not.toContain('hunter2')
  })

  test('when the database rejects the user', async () => {
    const url = new URL(database.directUrl)
    url.pathname = 'nosuchdatabase'
    await expectOneLine(
      ['serve'],
      { ...settings, DATABASE_URL: url.href, DATABASE_DIRECT_URL: '' },
      /database "nosuchdatabase" does not exist/,
    )
  })

  test('when SECRET_KEY is not the one that the data was sealed with, by serve and doctor alike', async () => {
    const sealed = await cloneDatabase()
    await openSecrets(sealed.db, secretKeys(['the key that this database was sealed with']))
    const given = { ...settings, ...sealed.settings }
    const line =
      'SECRET_KEY is not the key that the data in this database was encrypted with: set it to that key'
    await expectOneLine(['serve'], given, line)
    const { code, stdout } = await anden(['doctor'], given)
    expect(code).toBe(1)
    expect(stdout).toContain(`FAIL  secret    ${line}`)
    await sealed.drop()
  })

  test('when the attachments of the database are kept in another directory, by serve and doctor alike', async () => {
    const shared = await cloneDatabase()
    const given = { ...settings, ...shared.settings }
    await claimDirectory(shared.db, join(await scratch(), 'attachments'))
    const line = /attachments is not where the attachments of this database are kept: set S3_URL, or share/
    await expectOneLine(['serve'], given, line)
    await expectOneLine(['serve', '--roles', 'worker'], given, line)
    const { code, stdout } = await anden(['doctor'], given)
    expect(code).toBe(1)
    expect(stdout).toMatch(line)
    await shared.drop()
  })

  test.each([
    ['attachments', /attachments is not a writable directory/],
    ['mail', /mail is not a writable directory/],
  ])('when DATA_DIR/%s is a file', async (name, line) => {
    const own = await cloneDatabase()
    const DATA_DIR = await scratch()
    await writeFile(join(DATA_DIR, name), '')
    const given = { ...settings, ...own.settings, DATA_DIR, LOG_LEVEL: 'warn' }
    await expectOneLine(['serve'], given, line)
    await own.drop()
  })

  test('when the job queue cannot be started', async () => {
    const broken = await cloneDatabase()
    await broken.db.run(sql`alter function graphile_worker.add_jobs rename to gone`)
    await broken.db.run(sql`alter function graphile_worker.add_job rename to also_gone`)
    const given = { ...settings, ...broken.settings, DATA_DIR: await scratch(), LOG_LEVEL: 'warn' }
    await expectOneLine(['serve'], given, 'cannot start the job queue: ')
    await broken.drop()
  })

  test('when the database is newer than the code', async () => {
    const newer = await cloneDatabase()
    await newer.db.run(sql`
      insert into schema_migrations (version, name, checksum) values (9999, '9999_from_the_future', 'x')`)
    const line = 'the database has migration 9999_from_the_future, which this version of Andén does not know'
    await expectOneLine(['serve'], { ...settings, ...newer.settings }, line)
    await expectOneLine(['migrate'], { ...settings, ...newer.settings }, line)
    await expectOneLine(['client', 'list', '--json'], { ...settings, ...newer.settings }, line)
    await expectDoctorFails({ ...settings, ...newer.settings }, line)
    await newer.drop()
  })

  test('when a migration was edited after it was applied', async () => {
    const edited = await cloneDatabase()
    await edited.db.run(sql`update schema_migrations set checksum = 'x' where version = 100`)
    const line = 'migration 0100_clients_and_keys was changed after it was applied: restore the original file'
    await expectOneLine(['migrate'], { ...settings, ...edited.settings }, line)
    await edited.drop()
  })

  test('when its role may not do what it has to', async () => {
    const own = await cloneDatabase()
    const role = await aRole(own)
    await role.grantTables()
    await own.db.run(sql`revoke insert, update on orders from ${raw(role.name)}`)
    const given = { ...settings, ...role.settings }
    const line = 'the database role lacks privileges: INSERT, UPDATE on orders: grant them to the role'
    await expectOneLine(['serve'], given, line)
    await expectDoctorFails(given, line)
    await role.drop()
    await own.drop()
  })

  test('when DATA_DIR cannot be a directory that is written to', async () => {
    const file = join(await scratch(), 'file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'data'), '/proc/anden/data']) {
      const line = /DATA_DIR .* is not writable/
      await expectOneLine(['serve'], { DATA_DIR, PORT: '0' }, line)
      // With an external database, the directory is needed later, for attachments and mails.
      await expectOneLine(['serve'], { ...settings, DATA_DIR }, line)
    }
  })
})

describe.concurrent('a command that is neither serve nor migrate leaves the schema alone, and refuses', () => {
  const commands = [
    ['client', 'list', '--json'],
    ['client', 'create', '--name', 'A', '--email', 'a@a.example'],
    ['staff-key', 'list'],
    ['job', 'run', 'retention'],
    ['demo'],
  ]
  const relations = ({ db }: TestDatabase) =>
    db.rows(sql`select relname from pg_class where relnamespace = 'public'::regnamespace`)

  test('an empty database', async () => {
    const empty = await emptyDatabase()
    const given = { ...settings, ...empty.settings }
    const line = 'the database is empty: run anden migrate first (anden serve does so, too)'
    await expectOneLine(['client', 'list'], given, line, inOwnProcess)
    for (const command of commands) await expectOneLine(command, given, line)
    expect((await anden(['doctor'], given)).stdout).toMatch(
      /ok {4}database {2}PostgreSQL .*; \d+ migrations pending: 0100_clients_and_keys, .*; serve or migrate applies them/,
    )
    expect(await relations(empty)).toEqual([])
    await empty.drop()
  })

  test('a database of an older version', async () => {
    const older = await cloneDatabase()
    await older.db.run(sql`delete from schema_migrations where version = 111`)
    const given = { ...settings, ...older.settings }
    const pending = '1 migration pending: 0111_service'
    const line = `the database is older than this version of Andén (${pending}): run anden migrate first`
    await expectOneLine(['client', 'list', '--json'], given, line)
    const { code, stdout } = await anden(['doctor'], given)
    expect(stdout).toContain(`; ${pending}; serve or migrate applies them`)
    expect(code).toBe(0)
    expect(await older.db.rows(sql`select from schema_migrations where version = 111`)).toEqual([])
    await older.drop()
  })

  test('a data directory without a database, and makes none', async () => {
    const DATA_DIR = join(await scratch(), 'data')
    const line = `there is no database in ${DATA_DIR} yet: run anden migrate first`
    await expectOneLine(['client', 'list', '--json'], { DATA_DIR }, line)
    const { stdout } = await anden(['doctor'], { DATA_DIR })
    expect(stdout).toContain('ok    database  embedded, not created yet: serve or migrate creates it')
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT')
  })
})

describe.concurrent('a command line is refused in one line', () => {
  test.each<[string[], string]>([
    [['serv'], "unknown command 'serv'"],
    [['serve', '--prot', '80'], "unknown option '--prot'"],
    [['key', 'create', '--name', 'a', '--all-scopes'], "required option '--client <id>' not specified"],
    [['key', 'create', '--client', '7', '--name', 'a', '--all-scopes'], 'it must be a UUID'],
    [['key', 'revoke'], "missing required argument 'id'"],
    [
      ['staff-key', 'create', '--name', 'a', '--scopes', 'read:all'],
      'unknown scope read:all; the scopes are ',
    ],
  ])('%j', async (args, line) => {
    await expectOneLine(args, settings, line)
  })
})
