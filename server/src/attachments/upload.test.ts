// POST /orders/{id}/attachments, on each storage.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDestinatario, addOrder } from '../../tests/harness/document-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { startTestService, type TestClient, type TestService } from '../../tests/harness/service.ts'
import { addLot, addProduct } from '../../tests/harness/stock-data.ts'
import { storages, type TestStorage } from '../../tests/harness/storages.ts'
import { until } from '../../tests/harness/until.ts'
import {
  aForm,
  aPdf,
  boundary,
  formEnd,
  partHead,
  upload,
  uploadByHand,
} from '../../tests/harness/uploads.ts'
import { sql } from '../db/sql.ts'

const mebibyte = 1024 * 1024

describe.each(storages)('POST /orders/{id}/attachments, with files stored $name', ({ open }) => {
  let service: TestService
  let storage: TestStorage
  let client: TestClient
  beforeAll(async () => {
    storage = await open()
    service = await startTestService({ files: storage.files })
    client = await service.aClient()
  })
  afterAll(async () => {
    await service.stop()
    await storage.close()
  })

  const anOrder = (status?: 'rejected' | 'cancelled' | 'delivered') =>
    addOrder(service.db, client.id, status ? { status } : {})

  const detailOf = async (orderId: string) => (await client.portal.get(`/orders/${orderId}`)).body

  const rowsOf = (orderId: string) =>
    service.db.rows(
      sql<{ id: string; state: string; file_name: string; size_bytes: number }>`
        select id, state, file_name, size_bytes from order_attachments where order_id = ${orderId}`,
    )

  /** No row for this order, and no file without a row. */
  async function expectNothingLeft(orderId: string) {
    expect(await rowsOf(orderId)).toEqual([])
    await expectOnlyReadyFiles()
  }

  async function expectOnlyReadyFiles() {
    const rows = await service.db.rows(
      sql<{ id: string; state: string }>`select id, state from order_attachments order by id`,
    )
    expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
    expect((await storage.listed()).sort()).toEqual(rows.map(({ id }) => id))
  }

  test('returns the attachment, whose link serves the same bytes', async () => {
    const orderId = await anOrder()
    const content = Buffer.concat([aPdf(), randomBytes(3 * mebibyte)])
    const { status, body } = await upload(service, client, orderId, { content, name: 'Pedido Ñ 4.PDF' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      file_url: expect.stringContaining(`${service.url}/files/${body.id}?expires=`),
      file_name: 'Pedido Ñ 4.PDF',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const file = await fetch(body.file_url)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    expect(await rowsOf(orderId)).toMatchObject([{ state: 'ready', size_bytes: content.length }])
  })

  test('shows the attachment in the order, with a working link, and in the audit log', async () => {
    const orderId = await anOrder()
    const { body } = await upload(service, client, orderId)
    const { distribution_order_attachments: attachments } = await detailOf(orderId)
    expect(attachments).toEqual([{ ...body, file_url: expect.stringContaining(`/files/${body.id}?`) }])
    expect((await fetch(attachments[0].file_url)).status).toBe(200)
    const auditEntries = await service.db.rows(
      sql`select client_id, actor, action, after from audit_entries where subject_id = ${body.id}`,
    )
    expect(auditEntries).toEqual([
      {
        client_id: client.id,
        actor: expect.stringMatching(/^client test \(pk_\w{7}\)$/),
        action: 'attachments.create',
        after: { order_id: orderId, file_name: 'orden.pdf', size_bytes: aPdf().length },
      },
    ])
  })

  test('accepts a file of exactly 10 MiB, and refuses one byte more', async () => {
    const orderId = await anOrder()
    const largest = Buffer.concat([aPdf(), Buffer.alloc(10 * mebibyte - aPdf().length)])
    expect((await upload(service, client, orderId, { content: largest })).status).toBe(201)
    const other = await anOrder()
    const tooLarge = Buffer.concat([largest, Buffer.alloc(1)])
    expectProblem(await upload(service, client, other, { content: tooLarge }), 'attachments/too-large')
    await expectNothingLeft(other)
  })

  test('accepts a file for a delivered order', async () => {
    expect((await upload(service, client, await anOrder('delivered'))).status).toBe(201)
  })

  test.each(['rejected', 'cancelled'] as const)('refuses a file for a %s order', async (status) => {
    const orderId = await anOrder(status)
    expectProblem(await upload(service, client, orderId), 'attachments/order-closed')
    await expectNothingLeft(orderId)
  })

  test("refuses a file for another client's order or a nonexistent one", async () => {
    const foreign = await addOrder(service.db, (await service.aClient()).id)
    for (const orderId of [foreign, uuidv7()]) {
      expectProblem(await upload(service, client, orderId), 'orders/not-found')
      await expectNothingLeft(orderId)
    }
  })

  test.each([
    ['a zip named .pdf', 'factura.pdf', 'PK\u0003\u0004zip'],
    ['a PDF named .txt', 'factura.txt', aPdf()],
    ['a PDF with an extension after .pdf', 'factura.pdf.exe', aPdf()],
    ['a PDF that starts late', 'factura.pdf', Buffer.concat([Buffer.from('\n'), aPdf()])],
    ['the first bytes of a PDF', 'factura.pdf', '%PDF'],
    ['an empty file', 'factura.pdf', ''],
  ])('refuses %s as not a PDF', async (_, name, content) => {
    const orderId = await anOrder()
    const answer = await upload(service, client, orderId, { name, content })
    expectProblem(answer, 'attachments/unsupported-type')
    await expectNothingLeft(orderId)
  })

  test.each([
    ['../../etc/x.pdf', 'x.pdf'],
    ['C:\\docs\\orden.pdf', 'orden.pdf'],
    ['orden\u0007 \u202efdp.pdf', 'orden fdp.pdf'],
    [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(251)}.pdf`],
  ])('stores the name %j as %j', async (name, kept) => {
    const orderId = await anOrder()
    const { body } = await upload(service, client, orderId, { name })
    expect(body.file_name).toBe(kept)
    await expectOnlyReadyFiles()
  })

  test.each([
    ['no field', () => aForm()],
    ['another field', () => aForm({ field: 'document' })],
    ['two files', () => aForm({}, { name: 'second.pdf' })],
    ['a field beside the file', () => aForm({}, { field: 'notes' })],
    ['a field before the file', () => aForm({ field: 'notes' }, {})],
    ['a field whose name is special to the parser', () => aForm({ field: 'toString' })],
  ])('refuses a form with %s and points at the file', async (_, form) => {
    const orderId = await anOrder()
    const { errors } = expectProblem(
      await upload(service, client, orderId, form()),
      'validation/invalid-body',
    )
    expect(errors).toEqual([{ pointer: '/file', detail: expect.any(String) }])
    await expectNothingLeft(orderId)
  })

  test('refuses a text field with the right name', async () => {
    const form = new FormData()
    form.append('file', aPdf().toString())
    const orderId = await anOrder()
    expectProblem(await upload(service, client, orderId, form), 'validation/invalid-body')
    await expectNothingLeft(orderId)
  })

  test.each([
    ['a body without any boundary', `multipart/form-data; boundary=${boundary}`, 'no parts at all'],
    ['a content type without its boundary', 'multipart/form-data', `${partHead()}${aPdf()}${formEnd}`],
    [
      'a body that ends within the file',
      `multipart/form-data; boundary=${boundary}`,
      `${partHead()}${aPdf()}`,
    ],
  ])('refuses %s as malformed', async (_, type, body) => {
    const orderId = await anOrder()
    const path = `/orders/${orderId}/attachments`
    const answer = await client.portal.post(path, body, { 'content-type': type })
    expectProblem(answer, 'validation/malformed-request')
    await expectNothingLeft(orderId)
  })

  test.each(['application/json', 'application/pdf', 'text/plain', 'multipart/mixed; boundary=x'])(
    'refuses the content type %s and names the expected one',
    async (type) => {
      const answer = await client.portal.post(`/orders/${await anOrder()}/attachments`, '{}', {
        'content-type': type,
      })
      const { detail } = expectProblem(answer, 'validation/unsupported-media-type')
      expect(detail).toContain('multipart/form-data')
    },
  )

  test('refuses a request without a body', async () => {
    const answer = await client.portal.post(`/orders/${await anOrder()}/attachments`)
    expectProblem(answer, 'validation/unsupported-media-type')
  })

  test('accepts exactly 20 files per order, even concurrently', async () => {
    const orderId = await anOrder()
    const answers = await Promise.all(Array.from({ length: 25 }, () => upload(service, client, orderId)))
    const taken = answers.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(20)
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expectProblem(refused, 'attachments/limit-reached')
    }
    const { distribution_order_attachments: shown } = await detailOf(orderId)
    expect(shown.map(({ id }: { id: string }) => id).sort()).toEqual(taken.map(({ body }) => body.id).sort())
    await expectOnlyReadyFiles()
  })

  const isUploading = async (orderId: string) =>
    (await rowsOf(orderId)).some(({ state }) => state === 'uploading')

  test('an upload in progress counts towards the limit, is not listed, and stops counting when aborted', async () => {
    const orderId = await anOrder()
    for (let count = 0; count < 19; count++) await upload(service, client, orderId)
    const held = uploadByHand(service, client, orderId)
    held.send(partHead())
    held.send(Buffer.concat([aPdf(), Buffer.alloc(mebibyte)]))
    await until('the upload has started', () => isUploading(orderId))
    expectProblem(await upload(service, client, orderId), 'attachments/limit-reached')
    expect((await detailOf(orderId)).distribution_order_attachments).toHaveLength(19)

    held.cut()
    await until('nothing is left of it', async () => !(await isUploading(orderId)))
    await expectOnlyReadyFiles()
    expect((await upload(service, client, orderId)).status).toBe(201)
  })

  test('leaves nothing of an upload whose client disconnects before it starts', async () => {
    const orderId = await anOrder()
    const blocker = await service.db.connect()
    await blocker.query('begin')
    await blocker.query('select from orders where id = $1 for update', [orderId])
    const gone = uploadByHand(service, client, orderId)
    gone.send(`${partHead()}${aPdf()}`)
    await until('the upload waits for the order', async () => {
      const { rowCount } = await blocker.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    })
    const connections = () =>
      new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)))
    const before = await connections()
    gone.cut()
    await until('the server notices the disconnect', async () => (await connections()) < before)
    await blocker.query('rollback')
    await blocker.end()
    // The next upload to the same order waits for the first to finish.
    expect((await upload(service, client, orderId)).status).toBe(201)
    await until('nothing is left of it', async () => (await rowsOf(orderId)).length === 1)
    await expectOnlyReadyFiles()
  })

  test('refuses a file whose order is cancelled during the upload, and leaves nothing', async () => {
    const orderId = await anOrder()
    const slow = uploadByHand(service, client, orderId)
    slow.send(`${partHead()}${aPdf()}`)
    await until('the upload has started', () => isUploading(orderId))
    expect((await client.portal.patch(`/orders/${orderId}`, { action: 'cancel' })).status).toBe(200)
    slow.send(formEnd)
    slow.finish()
    await until('the response arrives', () => slow.received().endsWith('}'))
    expect(slow.received()).toContain('/errors/attachments/order-closed')
    slow.cut()
    await expectNothingLeft(orderId)
  })

  test('order events do not include attachments', async () => {
    const product = await addProduct(service.db, client.id)
    await addLot(service.db, client.id, product.id)
    const placed = await client.portal.post(
      '/orders',
      {
        destinatario_id: await addDestinatario(service.db, client.id),
        items: [{ product_id: product.id, quantity: 1 }],
      },
      { 'idempotency-key': uuidv7() },
    )
    expect((await upload(service, client, placed.body.id)).status).toBe(201)
    await client.portal.patch(`/orders/${placed.body.id}`, { action: 'cancel' })
    const events = await service.db.rows(
      sql<{ type: string; body: string }>`
        select type, body from events where client_id = ${client.id} and type like 'order.%' order by id`,
    )
    const ofOrder = events.filter(({ body }) => body.includes(placed.body.id))
    expect(ofOrder.map(({ type }) => type)).toEqual(['order.created', 'order.cancelled'])
    expect(ofOrder.map(({ body }) => body).join()).not.toContain('attachment')
  })
})
