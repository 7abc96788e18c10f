// The service as a process: the settings decide where attachments are stored.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { type Settings, serve } from '../../tests/harness/command.ts'
import { addAttachments, addOrder } from '../../tests/harness/document-data.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { startS3 } from '../../tests/harness/storages.ts'
import { aPdf, upload } from '../../tests/harness/uploads.ts'
import { createClient } from '../identity/clients.ts'
import { issueApiKey } from '../identity/issue-keys.ts'

const s3 = await startS3()
afterAll(() => s3.close())
const dataDir = join(await scratch(), 'data')
const database = await useDatabase()
const client = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
const clientId = (await createClient(database.db, client)).id
const token = (await issueApiKey(database.db, { clientId, name: 'test', scopes: portalScopes })).token

/** A database is bound to one attachment directory, so every start must use the same. */
function settingsFor(more: Settings): Settings & { DATA_DIR: string } {
  const SECRET_KEY = '0123456789abcdef0123456789abcdef'
  return { ...database.settings, SECRET_KEY, DATA_DIR: dataDir, ...more }
}

async function uploadAndRead(settings: Settings) {
  const server = await serve(settings)
  const { status, body } = await upload(server, { token }, await addOrder(database.db, clientId))
  expect(status).toBe(201)
  const link = new URL(body.file_url)
  const file = await fetch(server.url + link.pathname + link.search)
  expect(await file.text()).toBe(aPdf().toString())
  expect(await server.end('SIGTERM')).toBe(0)
  return body.id as string
}

test('attachments are stored in the data directory by default', async () => {
  const settings = settingsFor({})
  const id = await uploadAndRead(settings)
  expect(await readdir(join(settings.DATA_DIR, 'attachments'))).toEqual([id, 'directory-id'])
})

test('with S3_URL, attachments are stored in its bucket and not in the data directory', async () => {
  const settings = settingsFor({ S3_URL: s3.url, DATA_DIR: join(await scratch(), 'data') })
  await uploadAndRead(settings)
  expect(await readdir(settings.DATA_DIR).catch(() => [])).not.toContain('attachments')
  expect(await readdir(join(settings.DATA_DIR, 'tmp'))).toEqual([])
})

test('a start removes the uploads that a crash left behind', async () => {
  const order_id = await addOrder(database.db, clientId)
  const crashed = { order_id, file_name: 'a.pdf', state: 'uploading' as const }
  await addAttachments(database.db, clientId, [
    { ...crashed, created_at: new Date(Date.now() - 2 * 3_600_000).toISOString() },
  ])
  const server = await serve(settingsFor({}))
  await server.end('SIGTERM')
  const client = await database.db.connect()
  const { rowCount } = await client.query(`select from order_attachments where state = 'uploading'`)
  await client.end()
  expect(rowCount).toBe(0)
})
