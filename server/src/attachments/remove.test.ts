// DELETE /orders/{id}/attachments/{attachment_id}, on each storage.
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOrder } from '../../tests/harness/document-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { startTestService, type TestClient, type TestService } from '../../tests/harness/service.ts'
import { storages, type TestStorage } from '../../tests/harness/storages.ts'
import { until } from '../../tests/harness/until.ts'
import { upload } from '../../tests/harness/uploads.ts'
import { sql } from '../db/sql.ts'
import { filesLockId, sweepUploads } from './discard.ts'

describe.each(storages)(
  'DELETE /orders/{id}/attachments/{attachment_id}, with files stored $name',
  ({ open }) => {
    let service: TestService
    let storage: TestStorage
    let client: TestClient
    let orderId: string
    beforeAll(async () => {
      storage = await open()
      service = await startTestService({ files: storage.files })
      client = await service.aClient()
      orderId = await addOrder(service.db, client.id)
    })
    afterAll(async () => {
      await service.stop()
      await storage.close()
    })

    const remove = (id: string, from = orderId) => client.portal.delete(`/orders/${from}/attachments/${id}`)
    const attach = async (to = orderId): Promise<{ id: string; file_url: string }> =>
      (await upload(service, client, to)).body
    const shown = async (of = orderId) =>
      (await client.portal.get(`/orders/${of}`)).body.distribution_order_attachments
    const rowOf = async (id: string) =>
      (await service.db.rows(sql<{ state: string }>`select state from order_attachments where id = ${id}`))[0]

    test('removes the file from the order and the storage, and leaves the others', async () => {
      const [kept, removed] = [await attach(), await attach()]
      expect((await remove(removed.id)).status).toBe(204)
      expect(await shown()).toMatchObject([{ id: kept.id }])
      expect((await fetch(removed.file_url)).status).toBe(404)
      await until('the file is deleted', async () => !(await storage.listed()).includes(removed.id))
      await until('so is its row', async () => (await rowOf(removed.id)) === undefined)
      expect(await storage.listed()).toEqual([kept.id])
      expect((await fetch(kept.file_url)).status).toBe(200)
    })

    test('says in the audit log what was removed, and by whom', async () => {
      const { id } = await attach()
      await remove(id)
      const entries = await service.db.rows(sql`
      select actor, action, before, after from audit_entries where subject_id = ${id} order by id`)
      expect(entries.at(-1)).toEqual({
        actor: expect.stringMatching(/^client test \(pk_\w{7}\)$/),
        action: 'attachments.delete',
        before: { order_id: orderId, file_name: 'orden.pdf', size_bytes: expect.any(Number) },
        after: null,
      })
    })

    test('of two requests at once, one removes it and the other gets 404', async () => {
      const { id } = await attach()
      const answers = await Promise.all([remove(id), remove(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
      for (const refused of answers.filter(({ status }) => status === 404))
        expectProblem(refused, 'attachments/not-found')
    })

    test('makes room for another file', async () => {
      const full = await addOrder(service.db, client.id)
      const files = await Promise.all(Array.from({ length: 20 }, () => attach(full)))
      expectProblem(await upload(service, client, full), 'attachments/limit-reached')
      expect((await remove(files[0]?.id ?? '', full)).status).toBe(204)
      expect((await upload(service, client, full)).status).toBe(201)
    })

    test.each(['approved', 'in_preparation', 'in_transit', 'delivered', 'rejected', 'cancelled'] as const)(
      'is refused when the order is %s, and nothing changes',
      async (status) => {
        const decided = await addOrder(service.db, client.id)
        const { id, file_url } = await attach(decided)
        await service.db.run(sql`update orders set status = ${status} where id = ${decided}`)
        const problem = expectProblem(await remove(id, decided), 'attachments/not-removable')
        expect(problem).toMatchObject({ current_status: status })
        expect((await fetch(file_url)).status).toBe(200)
        expect(await shown(decided)).toHaveLength(1)
      },
    )

    test("finds no file of another order, and nothing of another client's order", async () => {
      const { id } = await attach()
      const other = await addOrder(service.db, client.id)
      expectProblem(await remove(id, other), 'attachments/not-found')
      expectProblem(await remove(uuidv7()), 'attachments/not-found')
      const stranger = await service.aClient()
      const answer = await stranger.portal.delete(`/orders/${orderId}/attachments/${id}`)
      expectProblem(answer, 'orders/not-found')
      expect((await rowOf(id))?.state).toBe('ready')
    })

    test('while a backup is running the file stays, and the sweep deletes it afterwards', async () => {
      const { id } = await attach()
      const backup = await service.db.connect()
      await backup.query(`select pg_advisory_lock_shared(${filesLockId})`)
      expect((await remove(id)).status).toBe(204)
      expect(await sweepUploads(service.deps)).toBe(0)
      expect(await storage.listed()).toContain(id)
      expect((await rowOf(id))?.state).toBe('removed')
      await backup.end()
      await until('the sweep has deleted it', async () => {
        await sweepUploads(service.deps)
        return (await rowOf(id)) === undefined
      })
      expect(await storage.listed()).not.toContain(id)
    })
  },
)
