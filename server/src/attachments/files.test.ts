// GET /files/{id}: what a signed link returns, and what it refuses.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { addAttachments, addOrder } from '../../tests/harness/document-data.ts'
import { parseAnswer } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { localTestStorage } from '../../tests/harness/storages.ts'
import { aPdf, upload } from '../../tests/harness/uploads.ts'
import { fileLinks } from './files.ts'

const clock = controlledClock()
const storage = await localTestStorage()
afterAll(() => storage.close())
const service = await useService({ files: storage.files, clock: clock.now })
const client = await service.aClient()
const orderId = await addOrder(service.db, client.id)

async function aLink(name?: string): Promise<URL> {
  const { body } = await upload(service, client, orderId, { name })
  return new URL(body.file_url)
}

const open = async (url: URL | string, method = 'GET') => parseAnswer(await fetch(url, { method }))

describe('a link', () => {
  test('returns the file as a download that is never executed or cached', async () => {
    const { status, headers, text } = await open(await aLink('Señal (50%).pdf'))
    expect(status).toBe(200)
    expect(text).toBe(aPdf().toString())
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(aPdf().length),
      'content-disposition': `attachment; filename="Se_al (50_).pdf"; filename*=UTF-8''Se%C3%B1al%20%2850%25%29.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  })

  test('answers HEAD like GET, without the file', async () => {
    const link = await aLink()
    const [get, head] = [await open(link), await open(link, 'HEAD')]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })

  test('is valid for exactly one hour', async () => {
    const link = await aLink()
    clock.advance(3_600_000)
    expect((await open(link)).status).toBe(200)
    clock.advance(1_000)
    expectProblem(await open(link), 'attachments/invalid-link')
    const { body } = await client.portal.get(`/orders/${orderId}`)
    const fresh = body.distribution_order_attachments.at(-1).file_url
    expect((await open(fresh)).status).toBe(200)
  })

  test('cannot be forged, extended or used for another file', async () => {
    const link = await aLink()
    const other = await aLink()
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link)
      change(url)
      return url
    }
    const expires = Number(link.searchParams.get('expires'))
    const signature = link.searchParams.get('signature') ?? ''
    const forged = [
      changed((url) => url.searchParams.set('expires', String(expires + 1))),
      changed((url) => url.searchParams.set('expires', `${expires}.0`)),
      changed((url) => url.searchParams.set('expires', 'Infinity')),
      changed((url) => url.searchParams.append('expires', String(expires))),
      changed((url) => url.searchParams.delete('expires')),
      changed((url) => url.searchParams.set('signature', `${signature.slice(0, -2)}AA`)),
      changed((url) => url.searchParams.set('signature', signature.slice(0, -1))),
      changed((url) => url.searchParams.set('signature', '')),
      changed((url) => url.searchParams.delete('signature')),
      changed((url) => {
        url.search = ''
      }),
      changed((url) => {
        url.pathname = other.pathname
      }),
      changed((url) => {
        url.pathname = '/files/nothing'
      }),
    ]
    for (const url of forged) expectProblem(await open(url), 'attachments/invalid-link')
  })

  test('to a missing or incomplete file is not found', async () => {
    const links = fileLinks(service.deps)
    const [uploading] = await addAttachments(service.db, client.id, [
      { order_id: orderId, file_name: 'a.pdf', state: 'uploading', created_at: new Date().toISOString() },
    ])
    for (const id of [uuidv7(), uploading?.id ?? '']) {
      expectProblem(await open(links.urlOf(id)), 'attachments/not-found')
    }
  })

  test('to a file missing from the storage is not found', async () => {
    const link = await aLink()
    await rm(join(storage.directory, link.pathname.split('/').at(-1) ?? ''))
    expectProblem(await open(link), 'attachments/not-found')
  })

  test('answers other methods with 405', async () => {
    const answer = await open(await aLink(), 'DELETE')
    expectProblem(answer, 'routing/method-not-allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})
