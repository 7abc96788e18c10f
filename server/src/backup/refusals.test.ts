// A restore refuses bad input before it changes anything, and one that fails midway leaves nothing behind.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import {
  cloneDatabase,
  earlierDatabase,
  emptyDatabase,
  type TestDatabase,
} from '../../tests/harness/database.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { insertRows } from '../../tests/harness/insert-rows.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { storages } from '../../tests/harness/storages.ts'
import { aPdf } from '../../tests/harness/uploads.ts'
import { directoryStorage } from '../attachments/directory-storage.ts'
import type { FileStorage } from '../attachments/storage.ts'
import type { Db } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations, replacedMigrations } from '../db/migrations.ts'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

const quiet = { add() {}, end() {} }
const { signal } = new AbortController()

const directory = await scratch()
const attachments = (name: string) => directoryStorage(join(directory, name, 'attachments'))
const source = await useDatabase()
await anOrderWithFiles(source.db, 3)
const file = await backUp('good.tar.gz', source)

async function backUp(name: string, { db }: TestDatabase, files = attachments('source')): Promise<string> {
  const path = join(directory, name)
  await writeBackup(path, { db, files, version: '0', secretKeyFingerprint: null, progress: quiet, signal })
  return path
}

async function restore(path: string, { db }: TestDatabase, files = attachments('elsewhere')) {
  const backup = await checkBackup(path, quiet, signal)
  return restoreBackup(path, backup, { db, files, progress: quiet, signal, check: async () => {} })
}

async function anOrderWithFiles(db: Db, count: number) {
  const { id: client_id } = await createClient(db, { name: 'Uno', email: 'a@uno.example', cuit_dni: null })
  const [destinatario_id, order_id] = [uuidv7(), uuidv7()]
  await insertRows(db, 'destinatarios', [{ id: destinatario_id, client_id, name: 'Ñ', name_folded: 'n' }])
  const order = { id: order_id, client_id, destinatario_id, order_number: 'PED-000001', status: 'pending' }
  await insertRows(db, 'orders', [{ ...order, delivery_type: 'retiro' }])
  for (let index = 0; index < count; index++) {
    const id = uuidv7()
    const content = aPdf(id)
    await attachments('source').put(id, one(content))
    const attachment = { id, client_id, order_id, file_name: 'a.pdf', state: 'ready' }
    await insertRows(db, 'order_attachments', [{ ...attachment, size_bytes: content.length }])
  }
}

async function* one(content: Buffer) {
  yield content
}

/** Restores into a database without a schema, which must stay that way. */
async function expectRefused(path: string, why: string, files?: FileStorage) {
  const target = await emptyDatabase()
  await expect(restore(path, target, files)).rejects.toThrow(why)
  const tables = sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  expect(await target.db.rows(tables)).toEqual([])
  await target.drop()
}

const clientsOf = ({ db }: TestDatabase) => db.rows(sql`select id from clients`)

describe('restore refuses, and changes nothing, where', () => {
  test('the file is cut, damaged, missing or no backup', async () => {
    const whole = await readFile(file)
    const written = async (name: string, content: Buffer | string) => {
      await writeFile(join(directory, name), content)
      return join(directory, name)
    }
    const flipped = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    flipped.writeUInt8(whole.readUInt8(middle) ^ 0x10, middle)
    await expectRefused(await written('cut', whole.subarray(0, whole.length * 0.7)), 'is damaged')
    await expectRefused(await written('flipped', flipped), 'is damaged')
    await expectRefused(await written('text', 'hello'), 'is damaged or not a backup of Andén')
    await expectRefused(join(directory, 'missing'), 'there is no file')
  })

  test('the backup comes from a newer version', async () => {
    const newer = await cloneDatabase()
    await newer.db.run(sql`
      insert into schema_migrations (version, name, checksum) values (9999, '9999_from_the_future', 'x')`)
    await expectRefused(
      await backUp('newer.tar.gz', newer),
      'the backup has migration 9999_from_the_future, which this version of Andén does not know',
    )
    await newer.drop()
  })

  test('the backup has only some of the migrations from before the baseline', async () => {
    const earlier = await earlierDatabase((await replacedMigrations()).slice(0, -1))
    await expectRefused(
      await backUp('earliest.tar.gz', earlier),
      'the backup is older than the last version of Andén before 0.1.0, whose last migration is 0090_one_form_of_names: restore it with that version, and back it up again',
    )
    await earlier.drop()
  })

  test('the target is not empty: rows, attachments, or a schema newer than the backup', async () => {
    const older = await emptyDatabase()
    await migrate(older.db, { migrations: (await readMigrations()).slice(0, -1) })
    const path = await backUp('older-schema.tar.gz', older)
    const migrated = await cloneDatabase()
    await expect(restore(path, migrated)).rejects.toThrow('which is newer than the backup')
    await expect(restore(file, source)).rejects.toThrow('the database is not empty (')
    await expectRefused(file, 'the attachment storage is not empty', attachments('source'))
    await Promise.all([older.drop(), migrated.drop()])
  })
})

describe('a restore', () => {
  test('into a database that was only migrated succeeds', async () => {
    const target = await cloneDatabase()
    expect(await restore(file, target, attachments('migrated'))).toEqual({ migrations_applied: [] })
    expect(await clientsOf(target)).toHaveLength(1)
    await target.drop()
  })

  test('of an older schema brings the data up to date', async () => {
    const older = await emptyDatabase()
    await migrate(older.db, { migrations: (await readMigrations()).slice(0, -1) })
    const client = { id: uuidv7(), name: 'Uno', email: 'a@uno.example' }
    await insertRows(older.db, 'clients', [client])
    const target = await emptyDatabase()
    const last = (await readMigrations()).at(-1)?.name
    expect(await restore(await backUp('older.tar.gz', older), target)).toEqual({ migrations_applied: [last] })
    expect(await migrate(target.db)).toEqual({ applied: [] })
    expect(await clientsOf(target)).toEqual([{ id: client.id }])
    await Promise.all([older.drop(), target.drop()])
  })

  test('of a backup from before the baseline, with all its migrations', async () => {
    const earlier = await earlierDatabase(await replacedMigrations())
    const client = { id: uuidv7(), name: 'Uno', email: 'a@uno.example' }
    await insertRows(earlier.db, 'clients', [client])
    const target = await emptyDatabase()
    await restore(await backUp('before-baseline.tar.gz', earlier), target)
    expect(await migrate(target.db)).toEqual({ applied: [] })
    expect(await clientsOf(target)).toEqual([{ id: client.id }])
    await Promise.all([earlier.drop(), target.drop()])
  })

  test.each(storages)(
    'that fails midway leaves no row and no file $name, and can be repeated',
    async (kept) => {
      const target = await emptyDatabase()
      const storage = await kept.open()
      let puts = 0
      const full: FileStorage = {
        ...storage.files,
        put: (...given) =>
          ++puts === 3 ? Promise.reject(new Error('no space left')) : storage.files.put(...given),
      }
      await expect(restore(file, target, full)).rejects.toThrow('no space left')
      expect(await storage.listed()).toEqual([])
      expect(await clientsOf(target)).toEqual([])
      await restore(file, target, storage.files)
      expect(await storage.listed()).toHaveLength(3)
      expect(await clientsOf(target)).toHaveLength(1)
      await storage.close()
      await target.drop()
    },
  )
})

describe('backup', () => {
  test('never replaces a file, and leaves none where it fails', async () => {
    const before = await readFile(file)
    await expect(backUp('good.tar.gz', source)).rejects.toThrow('EEXIST')
    expect(await readFile(file)).toEqual(before)
    const missing = /^the file of attachment \S+ is missing from the storage/
    await expect(backUp('never.tar.gz', source, attachments('lost'))).rejects.toThrow(missing)
    const nothing = await emptyDatabase()
    await expect(backUp('never.tar.gz', nothing)).rejects.toThrow('there is nothing to back up')
    expect((await readdir(directory)).filter((name) => /^never|part$/.test(name))).toEqual([])
    await nothing.drop()
  })
})
