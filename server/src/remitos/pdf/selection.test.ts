import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { addRemitos } from '../../../tests/harness/document-data.ts'
import { isPopplerMissing, pdfPages } from '../../../tests/harness/pdf-text.ts'
import { expectRefusal } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

const pathOf = (ids: readonly string[]) => `/remitos/pdf?${ids.map((id) => `id=${id}`).join('&')}`
const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

async function download(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v1/backoffice${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

/** An egreso of its own client, with this many lines. */
async function anEgreso(lines: number) {
  const { id, productId } = await warehouse.aStockedClient(500)
  const items = Array.from({ length: lines }, () => ({ product_id: productId, quantity: 1 }))
  const { body } = await staff.post('/remitos', { client_id: id, type: 'egreso', items })
  return { id: body.id as string, number: body.remito_number[0] as string }
}

describe.skipIf(isPopplerMissing())('the PDF of several remitos', () => {
  test('has each from a page of its own, in the order asked for, with its own page numbers', async () => {
    const [short, long] = [await anEgreso(1), await anEgreso(60)]
    for (const selection of [
      [short, long],
      [long, short],
    ]) {
      const { pdf } = await download(pathOf(selection.map(({ id }) => id)))
      const separate = await Promise.all(
        selection.map(async ({ id }) => pdfPages((await download(`/remitos/${id}/pdf`)).pdf)),
      )
      expect(separate.flat().length).toBeGreaterThan(2)
      expect(await pdfPages(pdf)).toEqual(separate.flat())
    }
  })

  test('marks those that are voided, and no others', async () => {
    const [voided, issued] = [await anEgreso(1), await anEgreso(1)]
    await staff.post(`/remitos/${voided.id}/void`, { reason: 'Cargado por error' })
    const pages = await pdfPages((await download(pathOf([voided.id, issued.id]))).pdf)
    expect(pages.map((page) => page.includes('ANULADO'))).toEqual([true, false])
  })
})

test('comes under one name, is current until one of its remitos changes, and has its ids in any case', async () => {
  const ids = [(await anEgreso(1)).id, (await anEgreso(1)).id]
  const { status, headers, pdf } = await download(pathOf(ids))
  expect([status, pdf.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(headers.get('content-disposition')).toBe('inline; filename="remitos-2.pdf"')
  const ifNoneMatch = { 'if-none-match': headers.get('etag') ?? '' }
  const current = (asked: readonly string[]) => download(pathOf(asked), ifNoneMatch)
  expect((await current(ids.map((id) => id.toUpperCase()))).status).toBe(304)
  expect((await current(ids.toReversed())).status).toBe(200)
  await staff.post(`/remitos/${ids[1]}/void`, { reason: 'Cargado por error' })
  expect((await current(ids)).status).toBe(200)
})

test('is refused as a whole if an id is not of a remito, with the position of each such id', async () => {
  const { id } = await anEgreso(1)
  const [unknown, other] = [uuidv7(), uuidv7()]
  expectRefusal(await staff.get(pathOf([unknown, id, other])), 'remitos/some-not-found', {
    errors: [
      { pointer: 'id/0', detail: `${unknown} is not a remito` },
      { pointer: 'id/2', detail: `${other} is not a remito` },
    ],
  })
})

test('takes 1 to 50 different ids', async () => {
  const client = await warehouse.aStockedClient()
  const ids = (await addRemitos(service.db, client.id, Array(51).fill({}))).map(({ id }) => id)
  const [first = ''] = ids
  expect((await download(pathOf(ids.slice(0, 50)))).status).toBe(200)
  const refused: [string, string, RegExp][] = [
    [pathOf(ids), 'id', /at most 50/],
    [pathOf([first, first]), 'id', /same item twice/],
    ['/remitos/pdf', 'id', /required/],
    [pathOf([first, 'nonsense']), 'id/1', /must be a UUID/],
  ]
  for (const [path, pointer, detail] of refused) {
    expectRefusal(await staff.get(path), 'validation/invalid-parameter', {
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    })
  }
})
