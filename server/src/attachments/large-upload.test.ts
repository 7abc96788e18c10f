// A body far over the limit is not read to its end, and its sender still gets the response.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { addOrder } from '../../tests/harness/document-data.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { localTestStorage } from '../../tests/harness/storages.ts'
import { aPdf, boundary, partHead, uploadByHand } from '../../tests/harness/uploads.ts'
import { sql } from '../db/sql.ts'

const mebibyte = 1024 * 1024
const twoGibibytes = 2048 * mebibyte

let lastConnection: Socket
const storage = await localTestStorage()
afterAll(() => storage.close())
const service = await useService({ files: storage.files })
const client = await service.aClient()
service.app.server.on('connection', (socket) => {
  lastConnection = socket
})

/** Sends zeros, ignoring the response, until the server closes the connection or has accepted 2 GiB. */
async function sendEndlessly(by: TestClient, start: string, orderId: string) {
  const rawUpload = uploadByHand(service, by, orderId)
  rawUpload.send(start)
  const zeros = Buffer.alloc(mebibyte)
  for (let sent = 0; sent < twoGibibytes && !rawUpload.socket.destroyed; sent += zeros.length) {
    if (rawUpload.send(zeros)) continue
    await Promise.race([once(rawUpload.socket, 'drain').catch(() => {}), rawUpload.closed])
  }
  await rawUpload.closed
  return { received: rawUpload.received(), acceptedBytes: lastConnection.bytesRead }
}

describe('an upload of 2 GiB', () => {
  test('gets 413, is cut off soon after the limit, and leaves nothing', async () => {
    const orderId = await addOrder(service.db, client.id)
    const { received, acceptedBytes } = await sendEndlessly(client, `${partHead()}${aPdf()}`, orderId)
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('/errors/attachments/too-large')
    expect(acceptedBytes).toBeGreaterThan(10 * mebibyte)
    expect(acceptedBytes).toBeLessThan(20 * mebibyte)
    expect(await storage.listed()).toEqual([])
    const { count } = await service.db.one(
      sql<{ count: number }>`select count(*)::int as count from order_attachments`,
    )
    expect(count).toBe(0)
  })

  test.each([
    ['before its first part', ''],
    ['in a part that is not a field', `--${boundary}\r\nContent-Type: application/pdf\r\n\r\n`],
  ])('is also cut off if the bytes are %s', async (_, start) => {
    const orderId = await addOrder(service.db, client.id)
    const { received, acceptedBytes } = await sendEndlessly(client, start || 'preamble', orderId)
    expect(received).toContain('/errors/attachments/too-large')
    expect(acceptedBytes).toBeLessThan(20 * mebibyte)
  })

  test.each([
    ['its order does not exist', 404, 'orders/not-found', partHead()],
    ['its name has no .pdf extension', 415, 'attachments/unsupported-type', partHead('video.mp4')],
    ['its content is not a PDF', 415, 'attachments/unsupported-type', `${partHead()}MZ`],
    ['its field has another name', 422, 'validation/invalid-body', partHead().replace('"file"', '"video"')],
  ])('is refused immediately if %s', async (why, status, code, start) => {
    const owner = why.includes('exist') ? await service.aClient() : client
    const { received, acceptedBytes } = await sendEndlessly(
      client,
      start,
      await addOrder(service.db, owner.id),
    )
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received).toContain(`/errors/${code}`)
    expect(acceptedBytes).toBeLessThan(9 * mebibyte)
  })

  test('is refused immediately if the key is invalid', async () => {
    const stranger = { ...client, token: 'pk_nobody' }
    const { received, acceptedBytes } = await sendEndlessly(stranger, partHead(), client.id)
    expect(received).toMatch(/^HTTP\/1\.1 401 /)
    expect(acceptedBytes).toBeLessThan(9 * mebibyte)
  })
})

test('a connection stays usable after a refused upload with a small remainder', async () => {
  const refused = uploadByHand(service, client, client.id)
  refused.send(`${partHead()}${aPdf()}`)
  refused.finish()
  await once(refused.socket, 'data')
  refused.socket.write('GET /livez HTTP/1.1\r\nHost: anden\r\nConnection: close\r\n\r\n')
  await refused.closed
  expect(refused.received()).toMatch(/^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 /)
})
