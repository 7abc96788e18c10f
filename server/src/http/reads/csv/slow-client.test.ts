// Files that take long: clients that read slowly or not at all, and files that cannot be completed.

import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { asCsv } from '../../../../tests/harness/csv.ts'
import { addDestinatario } from '../../../../tests/harness/document-data.ts'
import { useService } from '../../../../tests/harness/prologue.ts'
import { rawConnection } from '../../../../tests/harness/raw-connection.ts'
import type { TestClient, TestService } from '../../../../tests/harness/service.ts'
import { until } from '../../../../tests/harness/until.ts'
import { sql } from '../../../db/sql.ts'

/** About 6 kB each, so that the file is much larger than what the kernel buffers on both sides, about 10 MB. */
const rowCount = 2_500

const patient = await useService()
/** The same service with a shorter time limit. */
const strict = await useService({ db: patient.db, csvPolicy: { stallMs: 300 } })
let client: TestClient

async function aClientWithOrders(service: TestService): Promise<TestClient> {
  const owner = await service.aClient()
  const destinatario = await addDestinatario(service.db, owner.id)
  // In portions, each well within the statement time limit.
  for (let first = 1; first <= rowCount; first += 500) {
    await service.db.run(sql`
      insert into orders (id, client_id, order_number, status, delivery_type, destinatario_id, notes, created_at, updated_at)
      select gen_random_uuid(), ${owner.id}, 'PED-' || i, 'pending', 'envio', ${destinatario}, repeat('€', 2000),
        now() - i * interval '1 minute', now()
      from generate_series(${first}::int, ${first + 499}::int) as i`)
  }
  return owner
}

beforeAll(async () => {
  client = await aClientWithOrders(patient)
})

type Export = {
  response: IncomingMessage
  /** The server's end of the connection. */
  socket: Socket
  /** Pages of exports only: a page of JSON is read with `db.pages`. */
  pagesRead: () => number
}

/** The head of the response has arrived; nothing of the body is read yet. */
async function startExport(service: TestService, token: string): Promise<Export> {
  const rows = vi.spyOn(service.db, 'rows')
  const connected = new Promise<Socket>((resolve) => service.app.server.once('connection', resolve))
  const headers = { ...asCsv, authorization: `Bearer ${token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${service.url}/api/v1/portal/orders`, { headers, agent: false }, resolve).on('error', reject),
  )
  const pagesRead = () => rows.mock.calls.filter(([{ text }]) => text.includes('from orders')).length
  return { response, socket: await connected, pagesRead }
}
afterEach(() => vi.restoreAllMocks())

/** Waits until all buffers are full: nothing was written for a while, and something is left to write. */
async function untilBlocked({ socket }: Export) {
  let written = 0
  let polls = 0
  await until('the connection is full', () => {
    polls = socket.bytesWritten === written && socket.writableLength > 0 ? polls + 1 : 0
    written = socket.bytesWritten
    return polls === 10
  })
}

async function read(response: IncomingMessage): Promise<{ rows: number; isComplete: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch {
    // The connection was reset.
  }
  const rows = Buffer.concat(chunks).toString().split('\r\n').length - 2
  return { rows, isComplete: response.complete }
}

describe('a client that does not read', () => {
  test('makes the service wait, without a statement, a transaction or more than one page in memory', async () => {
    const slow = await startExport(patient, client.token)
    await untilBlocked(slow)
    const pages = slow.pagesRead()
    const { active } = await patient.db.one(sql<{ active: number }>`
      select count(*) as active from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
    expect(active).toBe(0)
    expect(slow.socket.writableLength).toBeLessThan(1024 * 1024)
    expect(await read(slow.response)).toEqual({ rows: rowCount, isComplete: true })
    expect(slow.pagesRead()).toBeGreaterThan(pages)
  })

  test('is cut off after a while', async () => {
    const stalled = await startExport(strict, client.token)
    await until('the server has closed the connection', () => stalled.socket.destroyed)
    expect((await read(stalled.response)).isComplete).toBe(false)
  })

  test('and hangs up ends the work', async () => {
    const abandoned = await startExport(patient, client.token)
    await untilBlocked(abandoned)
    const pages = abandoned.pagesRead()
    abandoned.response.destroy()
    await until('the connection is closed', () => abandoned.socket.destroyed)
    await patient.portal(client.token).get('/me')
    expect(abandoned.pagesRead()).toBe(pages)
  })
})

describe('a file that cannot be completed does not end well', () => {
  test('if a page cannot be read', async () => {
    const broken = await startExport(patient, client.token)
    vi.mocked(patient.db.rows).mockRejectedValueOnce(new Error('the disk is gone'))
    const { rows, isComplete } = await read(broken.response)
    expect(isComplete).toBe(false)
    expect(rows).toBeLessThan(rowCount)
  })

  test('to a client of HTTP/1.0, whose response ends with the connection', async () => {
    const { rows } = patient.db
    let calls = 0
    vi.spyOn(patient.db, 'rows').mockImplementation((statement) =>
      ++calls === 3 ? Promise.reject(new Error('the disk is gone')) : rows(statement),
    )
    const old = rawConnection(patient.url)
    const reset = new Promise((resolve) => old.socket.once('error', resolve))
    old.send(
      `GET /api/v1/portal/orders HTTP/1.0\r\nAccept: text/csv\r\nAuthorization: Bearer ${client.token}\r\n\r\n`,
    )
    expect(await reset).toMatchObject({ code: 'ECONNRESET' })
  })

  test('if the key is revoked meanwhile', async () => {
    const slow = await startExport(patient, client.token)
    await untilBlocked(slow)
    await patient.db.run(sql`update api_keys set revoked_at = now() where id = ${client.keyId}`)
    expect((await read(slow.response)).isComplete).toBe(false)
  })
})
