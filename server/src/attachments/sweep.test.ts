import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAttachments, addOrder } from '../../tests/harness/document-data.ts'
import { startTestService, type TestClient, type TestService } from '../../tests/harness/service.ts'
import { storages, type TestStorage } from '../../tests/harness/storages.ts'
import { aPdf, upload } from '../../tests/harness/uploads.ts'
import { sql } from '../db/sql.ts'
import { startUploadSweeper, sweepUploads } from './discard.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe.each(storages)('the sweep, with files stored $name', ({ open }) => {
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

  /** What a crash leaves behind: the row, and optionally the file. */
  async function crashedUploads(count: number, created_at: string, withFile: boolean): Promise<string[]> {
    const rows = await addAttachments(
      service.db,
      client.id,
      Array.from({ length: count }, () => ({
        order_id: orderId,
        file_name: 'a.pdf',
        state: 'uploading' as const,
        created_at,
      })),
    )
    if (withFile) {
      for (const { id } of rows) {
        await storage.files.put(
          id,
          (async function* () {
            yield aPdf()
          })(),
        )
      }
    }
    return rows.map(({ id }) => id)
  }

  const uploading = async () =>
    (
      await service.db.rows(sql<{ id: string }>`
      select id from order_attachments where state = 'uploading' order by id`)
    ).map(({ id }) => id)

  test('removes only uploads unfinished after an hour, with several processes sweeping concurrently', async () => {
    const kept = (await upload(service, client, orderId)).body.id
    await service.db.run(sql`
      update order_attachments set created_at = ${minutesAgo(300)} where id = ${kept}`)
    const running = await crashedUploads(1, minutesAgo(55), true)
    await crashedUploads(45, minutesAgo(61), false)
    await crashedUploads(5, minutesAgo(65), true)

    const swept = await Promise.all([1, 2, 3].map(() => sweepUploads(service.deps)))
    const rest = await sweepUploads(service.deps)
    expect(swept.reduce((sum, count) => sum + count, rest)).toBe(50)
    expect(await uploading()).toEqual(running)
    expect((await storage.listed()).sort()).toEqual([kept, ...running].sort())
    expect(await sweepUploads(service.deps)).toBe(0)
  })

  test('runs when the service starts, and stopping the service waits for it', async () => {
    const before = await uploading()
    await crashedUploads(3, minutesAgo(90), true)
    await startUploadSweeper(service.deps, async () => 0).close()
    expect(await uploading()).toEqual(before)
  })
})
