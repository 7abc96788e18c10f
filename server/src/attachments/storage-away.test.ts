// A storage outage and its recovery.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addOrder } from '../../tests/harness/document-data.ts'
import { parseAnswer } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { startS3 } from '../../tests/harness/storages.ts'
import { upload } from '../../tests/harness/uploads.ts'
import { s3Url } from '../config/parsers.ts'
import { sql } from '../db/sql.ts'
import { sweepUploads } from './discard.ts'
import { s3Storage } from './s3-storage.ts'

const directory = await mkdtemp(join(tmpdir(), 'anden-spool-'))
const s3 = await startS3()
afterAll(async () => {
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})
const files = s3Storage(s3Url(s3.url), directory)
const service = await useService({ files })
const client = await service.aClient()

test('uploads and downloads get 503 during an outage, and failed uploads do not count towards the limit', async () => {
  const orderId = await addOrder(service.db, client.id)
  const stored = await upload(service, client, orderId)
  expect(stored.status).toBe(201)

  await s3.pause()
  for (const answer of [
    await upload(service, client, orderId),
    await parseAnswer(await fetch(stored.body.file_url)),
  ]) {
    const { detail } = expectProblem(answer, 'server/unavailable')
    expect(detail).toContain('file storage')
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  await expect(files.check()).rejects.toThrow(/^cannot reach the bucket anden at 127\.0\.0\.1/)

  await s3.resume()
  expect((await fetch(stored.body.file_url)).status).toBe(200)
  for (let count = 1; count < 20; count++) {
    expect((await upload(service, client, orderId)).status).toBe(201)
  }
  expectProblem(await upload(service, client, orderId), 'attachments/limit-reached')
  expect(await sweepUploads(service.deps)).toBe(1)
  const rows = await service.db.rows(sql`select id from order_attachments where state = 'uploading'`)
  expect(rows).toEqual([])
})

test('reports its bucket and what is wrong with it', async () => {
  expect(await files.check()).toMatch(/^the bucket anden at 127\.0\.0\.1:\d+ answers$/)
  const other = s3Storage({ ...s3Url(s3.url), bucket: 'nowhere' }, directory)
  await expect(other.check()).rejects.toThrow(/bucket nowhere at .*: there is no such bucket$/)
  other.close()
})
