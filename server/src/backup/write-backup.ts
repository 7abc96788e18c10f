// Writes everything into one file while the service keeps running: all tables as of one snapshot, then every attachment
// and every file of an acceptance that is ready in that snapshot. A ready attachment is never changed, and if it is removed meanwhile, its file stays until the
// backup has ended, so it can be read later.
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { filesLockId } from '../attachments/discard.ts'
import type { FileStorage } from '../attachments/storage.ts'
import type { Db } from '../db/database.ts'
import { appliedMigrations } from '../db/migrations.ts'
import { queryableOn } from '../db/queryable.ts'
import { disconnect } from '../db/with-timeout.ts'
import {
  attachmentName,
  formatName,
  formatVersion,
  type Manifest,
  manifestName,
  type Summary,
  summaryName,
  type TableContents,
  tablePartName,
  tarWriter,
} from './format.ts'
import type { Progress } from './progress.ts'
import { copyOut, queuedJobs, quoted, tablesOf } from './tables.ts'

const partBytes = 4 * 1024 ** 2
const idsPerQuery = 1_000

export type BackupInput = {
  db: Db
  files: FileStorage
  version: string
  secretKeyFingerprint: string | null
  progress: Progress
  signal: AbortSignal
}

/** The file gets its name only when it is complete and on disk. */
export async function writeBackup(file: string, input: BackupInput): Promise<Summary> {
  const draft = `${file}.${process.pid}.part`
  const written: { summary?: Summary } = {}
  try {
    await withSnapshot(input.db, (snapshot) =>
      pipeline(
        Readable.from(contents(snapshot, input, written)),
        createGzip(),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        { signal: input.signal },
      ),
    )
    await publish(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  if (!written.summary) throw new Error('the backup ended without its summary')
  return written.summary
}

async function withSnapshot(db: Db, work: (snapshot: pg.Client) => Promise<void>): Promise<void> {
  const connection = await db.connect()
  try {
    await connection.query('set statement_timeout = 0')
    await connection.query('set idle_in_transaction_session_timeout = 0')
    const tables = (await tablesOf(connection)).map(({ name }) => quoted(name))
    if (tables.length === 0)
      throw new Error('there is nothing to back up: no migration has run on the database')
    // Before the snapshot is taken. It is released when the connection ends.
    await connection.query(`select pg_advisory_lock_shared(${filesLockId})`)
    await connection.query('begin isolation level repeatable read read only')
    // Before the snapshot is taken, so that no migration can change a table during the backup.
    await connection.query(`lock table ${tables.join(', ')} in access share mode`)
    await work(connection)
  } finally {
    await disconnect(connection)
  }
}

async function* contents(snapshot: pg.Client, input: BackupInput, written: { summary?: Summary }) {
  const tar = tarWriter()
  const asJson = (name: string, value: object) => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    return tar.entry(name, bytes.length, [bytes])
  }
  const manifest = await describe(snapshot, input)
  yield* asJson(manifestName, manifest)
  const summary: Summary = { rows: {}, files: 0, file_bytes: 0, sha256: '' }
  for (const table of manifest.tables) {
    const rows = to(copyOut(table))
    let part = 0
    for await (const bytes of inParts(snapshot.query(rows))) {
      yield* tar.entry(tablePartName(table.name, ++part), bytes.length, [bytes])
      input.progress.add({ bytes: bytes.length })
    }
    // The stream of rows ends before PostgreSQL has sent their count, which may be in a later packet. One more statement
    // waits for it: with a count of 0, the backup could not be restored.
    await snapshot.query('select')
    summary.rows[table.name] = rows.rowCount
    input.progress.add({ rows: rows.rowCount })
  }
  for await (const { id, size_bytes } of readyFiles(snapshot)) {
    yield* tar.entry(attachmentName(id), size_bytes, await contentOf(input.files, id, size_bytes))
    summary.files += 1
    summary.file_bytes += size_bytes
    input.progress.add({ files: 1, bytes: size_bytes })
  }
  written.summary = { ...summary, sha256: tar.digest() }
  yield* asJson(summaryName, written.summary)
  yield tar.end()
}

async function describe(snapshot: pg.Client, input: BackupInput): Promise<Manifest> {
  const tables: TableContents[] = [...(await tablesOf(snapshot)), queuedJobs]
  const { rows } = await snapshot.query(
    `select current_setting('server_version') as version, clock_timestamp()::text as now`,
  )
  return {
    format: formatName,
    format_version: formatVersion,
    created_at: new Date(rows[0]?.now).toISOString(),
    anden_version: input.version,
    postgres_version: rows[0]?.version,
    migrations: await appliedMigrations(queryableOn(snapshot)),
    tables,
    secret_key_fingerprint: input.secretKeyFingerprint,
  }
}

/** Each part is buffered in memory, because tar has the size of an entry before its content. */
async function* inParts(rows: AsyncIterable<Buffer>) {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of rows) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** The tables of files. A backup before an upgrade may be of a database that has only the first. */
const fileTables = ['order_attachments', 'acceptance_files']

async function* readyFiles(snapshot: pg.Client) {
  for (const table of fileTables) {
    const { rows } = await snapshot.query(`select to_regclass($1) is not null as exists`, [`public.${table}`])
    if (rows[0]?.exists) yield* readyFilesOf(snapshot, table)
  }
}

async function* readyFilesOf(snapshot: pg.Client, table: string) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await snapshot.query<{ id: string; size_bytes: number }>(
      `select id, size_bytes from ${table}
      where state = 'ready' and id > $1 order by id limit ${idsPerQuery}`,
      [last],
    )
    yield* rows
    const next = rows.at(-1)
    if (!next) return
    last = next.id
  }
}

async function contentOf(files: FileStorage, id: string, sizeBytes: number): Promise<Readable> {
  const file = await files.get(id)
  if (!file)
    throw new Error(`the file of attachment ${id} is missing from the storage: restore that file first`)
  if (file.sizeBytes === sizeBytes) return file.content
  file.content.destroy()
  throw new Error(`the file of attachment ${id} has ${file.sizeBytes} bytes; it had ${sizeBytes} when stored`)
}

/** If the file system supports links, a file that was created in the meantime is not overwritten. */
async function publish(draft: string, file: string): Promise<void> {
  await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error
    await rename(draft, file)
  })
  if (process.platform === 'win32') return
  const directory = await open(dirname(file), 'r')
  await directory.sync().finally(() => directory.close())
}
