// The client against the service itself.
import { describe, expect, expectTypeOf, test } from 'vitest'
import { useService } from '../../server/tests/harness/prologue.ts'
import { until } from '../../server/tests/harness/until.ts'
import { aPdf } from '../../server/tests/harness/uploads.ts'
import {
  Anden,
  AndenError,
  etagCache,
  type OrderDetail,
  type OrdersImport,
  type OrdersImportProgress,
  type StockRow,
} from './index.ts'
import type { RequestResult } from './options.ts'
import { allRows, backofficeOf, stockedClient } from './testing/clients.ts'

const service = await useService()
const backoffice = await backofficeOf(service)
const { clientId, token, anden, product, anOrder } = await stockedClient(service, backoffice)
const baseUrl = service.url

describe('a list', () => {
  const names = Array.from({ length: 7 }, (_, index) => `Destinatario ${index}`)

  test('is awaited for a page, iterated for all rows, and has pages and CSV', async () => {
    for (const name of names) await anden.destinatarios.create({ name })
    const page = await anden.destinatarios.list({ name: 'destinatario', limit: 3 })
    expect(page.data.map(({ name }) => name)).toEqual(names.slice(0, 3))
    const list = anden.destinatarios.list({ name: 'destinatario', limit: 3 })
    expect((await allRows(list)).map(({ name }) => name)).toEqual(names)
    expect((await allRows(list.pages())).map(({ data }) => data.length)).toEqual([3, 3, 1])
    expect((await list.toArray({ max: 5 })).map(({ name }) => name)).toEqual(names.slice(0, 5))
    expect(await list.toArray({ max: 1_000 })).toHaveLength(names.length)
    expect(await list.toArray({ max: 0 })).toEqual([])
    const csv = await new Response(await list.csv()).text()
    expect(csv.trim().split('\n')).toHaveLength(names.length + 1)
  })

  test('without pages, or with other members beside its rows, is iterated too', async () => {
    expect(await allRows(anden.webhooks.list())).toEqual([])
    const history = await allRows(anden.stock.history.list(product.id))
    expect(history.map(({ delta }) => delta)).toEqual([100])
  })

  test('sends nothing until it is used, and reads all rows by the largest pages', async () => {
    const urls: string[] = []
    const counted = new Anden({
      baseUrl,
      apiKey: token,
      hooks: { beforeRequest: ({ url }) => void urls.push(url) },
    })
    const list = counted.stock.list()
    expect(urls).toEqual([])
    await allRows(list)
    await list
    expect(urls.map((url) => new URL(url).search)).toEqual(['?limit=100', ''])
  })
})

/** The service does what the first request asks for, and its answer never arrives: the connection breaks, or hangs. */
function losesFirst({ hangs = false } = {}): typeof fetch {
  let isLost = false
  return async (input, init) => {
    const response = await fetch(input, init)
    if (isLost) return response
    isLost = true
    await response.text()
    if (!hangs) throw new TypeError('the connection broke')
    return new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  }
}

describe('a write', () => {
  test('is sent even if nobody awaits it', async () => {
    void anden.destinatarios.create({ name: 'Sin esperar' })
    await until(
      'it is there',
      async () => (await anden.destinatarios.list({ name: 'sin esperar' })).data.length === 1,
    )
  })

  test('whose response is lost is executed only once', async () => {
    const unlucky = new Anden({ baseUrl, apiKey: token, fetch: losesFirst({ hangs: true }) })
    const before = (await allRows(anden.orders.list())).length
    const { data, replayed } = await unlucky.orders.create(anOrder(1), { timeoutMs: 2_000 }).withResponse()
    expect(replayed).toBe(true)
    const orders = await allRows(anden.orders.list())
    expect(await allRows(anden.orders.list({ status: ['pending', 'approved'] }))).toEqual(orders)
    expect(await allRows(anden.orders.list({ status: ['delivered', 'approved'] }))).toEqual([])
    expect(orders).toHaveLength(before + 1)
    expect(orders[0]?.id).toBe(data.id)
  })

  test('sends files and CSV', async () => {
    const order = await anden.orders.create(anOrder(1))
    const file = new File([new Uint8Array(aPdf())], 'orden-de-compra.pdf', { type: 'application/pdf' })
    expect((await anden.orders.attachments.create(order.id, file)).file_name).toBe('orden-de-compra.pdf')
    const unnamed = await anden.orders.attachments.create(order.id, new Blob([new Uint8Array(aPdf())]))
    expect(unnamed.file_name).toBe('document.pdf')
    const csv = 'sku,quantity,lot_number\nMAL-RES-750,60,L2\n'
    const preview = await backoffice.stock.imports.create(csv, { client_id: clientId, dry_run: true })
    expect(preview).toMatchObject({ dry_run: true })
  })
})

describe('several orders', () => {
  const orderCount = async () => (await allRows(anden.orders.list())).length

  test('in a batch have an outcome each, and are placed once if the answer is lost', async () => {
    const unlucky = new Anden({ baseUrl, apiKey: token, fetch: losesFirst() })
    const before = await orderCount()
    const placed = await anden.orders.create(anOrder(1), { idempotencyKey: 'batch-earlier' })
    const batch = {
      mode: 'each' as const,
      orders: [
        { idempotency_key: 'batch-1', ...anOrder(2) },
        { idempotency_key: 'batch-2', ...anOrder(1_000_000) },
        { idempotency_key: 'batch-earlier', ...anOrder(1) },
        { idempotency_key: 'batch-1-of-nobody', ...anOrder(1), destinatario_id: product.id },
      ],
    }
    const { results, ...counts } = await unlucky.orders.batch(batch)
    expect(counts).toEqual({ mode: 'each', placed: 2, refused: 2 })
    expect(
      results.map(({ replayed, order, problem }) => [replayed, order?.status ?? problem?.title]),
    ).toEqual([
      [true, 'pending'],
      [true, 'Insufficient stock'],
      [true, 'pending'],
      [true, 'Unknown destinatario'],
    ])
    expect(results[2]?.order?.id).toBe(placed.id)
    expect(await orderCount()).toBe(before + 2)
    const { results: again } = await anden.orders.batch(batch)
    expect(again.map(({ order }) => order?.id)).toEqual(results.map(({ order }) => order?.id))
    expect(await orderCount()).toBe(before + 2)
  })

  test('of a sheet are shown before they are placed, and placed once', async () => {
    const unlucky = new Anden({ baseUrl, apiKey: token, fetch: losesFirst() })
    const before = await orderCount()
    const sheet = `reference;destinatario;sku;quantity
      OC-1;Vinoteca del Centro;MAL-RES-750;2
      OC-1;;MAL-RES-750;1
      OC-2;Vinoteca del Centro;MAL-RES-750;1000000`.replace(/^ +/gm, '')
    const stages: unknown[] = []
    const onProgress = async (progress: OrdersImportProgress) => {
      const outcomes = progress.dry_run
        ? progress.orders.map(({ outcome }) => outcome)
        : progress.orders.map(({ outcome }) => outcome)
      stages.push([progress.dry_run, ...outcomes, (await orderCount()) - before])
    }
    const query = { mode: 'each' as const }
    const result = await unlucky.orders.import(new Blob([sheet]), query, { onProgress })
    expectTypeOf(result).toEqualTypeOf<OrdersImport>()
    expect(stages).toEqual([
      [true, 'ready', 'short', 0],
      [false, 'placed', 'short', 1],
    ])
    expect(result).toMatchObject({ placed: 1, existing: 0, refused: 1 })

    const losesImport = new Anden({ baseUrl, apiKey: token, fetch: losesFirst() })
    const again = await losesImport.orders.import(sheet, query)
    expect(again).toMatchObject({ placed: 0, existing: 1, refused: 1 })
    expect(again.orders[0]?.order).toEqual(result.orders[0]?.order)
    expect(await orderCount()).toBe(before + 1)
  })

  test('of a sheet are not placed if the program stops after the check, or any is faulty', async () => {
    const before = await orderCount()
    const sheet = 'reference,destinatario,sku,quantity\nOC-9,Vinoteca del Centro,MAL-RES-750,2\n'
    const stop = new Error('the buyer has to agree')
    const stopped = anden.orders.import(sheet, {}, { onProgress: () => Promise.reject(stop) })
    await expect(stopped).rejects.toBe(stop)
    const faulty = await anden.orders.import(`${sheet}OC-9,,XX,0\n`).catch((error: unknown) => error)
    if (!(faulty instanceof AndenError) || faulty.code !== 'imports/invalid-sheet') throw faulty
    expect(faulty.problem.errors.map(({ line, column }) => [line, column])).toEqual([
      [3, 'sku'],
      [3, 'quantity'],
    ])
    expect(await orderCount()).toBe(before)
  })
})

test('withResponse adds status, request id, rate limit and ETag', async () => {
  const { data, ...response } = await anden.stock.get(product.id).withResponse()
  expectTypeOf(data).toEqualTypeOf<StockRow>()
  expect(data.products.sku).toBe('MAL-RES-750')
  expect(response).toMatchObject({ status: 200, replayed: false, cached: false })
  expect(response.requestId).toMatch(/^req_/)
  expect(response.etag).toMatch(/^(W\/)?"/)
  expect(response.rateLimit?.limit).toBe(1_000_000)
  expect(response.rateLimit?.remaining).toBeLessThan(1_000_000)
})

test('an error of the service is narrowed by its code', async () => {
  try {
    await anden.orders.create(anOrder(1_000_000))
    expect.unreachable()
  } catch (error) {
    if (!(error instanceof AndenError) || error.code !== 'orders/insufficient-stock') throw error
    expect(error.problem.shortages).toMatchObject([{ product_id: product.id, requested: 1_000_000 }])
    expect(error.requestId).toBe(error.problem.request_id)
    expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  }
})

test('with a cache an unchanged read is a 304, and a changed one is read again', async () => {
  const polling = new Anden({ baseUrl, apiKey: token, cache: etagCache({ maxEntries: 2 }) })
  const read = () => polling.stock.list({ product_id: product.id }).withResponse()
  const first = await read()
  const second = await read()
  expect([first.status, first.cached, second.status, second.cached]).toEqual([200, false, 304, true])
  expect(second.data).toEqual(first.data)
  expect(second.data).not.toBe(first.data)
  await backoffice.stock.adjustments.create({ product_id: product.id, delta: 5, reason: 'Recuento' })
  const third = await read()
  expect(third.cached).toBe(false)
  expect(third.data.data[0]?.quantity).toBe((first.data.data[0]?.quantity ?? 0) + 5)
})

test('hooks see every attempt with its route, and may add headers', async () => {
  const seen: string[] = []
  const results: RequestResult[] = []
  const traced = new Anden({
    baseUrl,
    apiKey: async () => token,
    hooks: {
      beforeRequest({ method, route, attempt, headers }) {
        headers.set('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')
        seen.push(`${method} ${route} ${attempt}`)
      },
      afterRequest: (_, result) => void results.push(result),
    },
  })
  await traced.stock.get(product.id)
  await expect(Promise.resolve(traced.orders.get(product.id))).rejects.toThrow('orders/not-found')
  expect(seen).toEqual(['GET /stock/{id} 1', 'GET /orders/{id} 1'])
  expect(results.map(({ response }) => response?.status)).toEqual([200, 404])
  expect(results.map(({ error }) => error?.name)).toEqual([undefined, 'AndenError'])
})

test('without a key it uses the session of a signed-in user', async () => {
  const member = await service.aClient()
  const { cookie } = await member.aUser()
  const page = new Anden({ baseUrl, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const { user } = await page.session.get()
  expect(user).toBeTruthy()
  const key = await page.keys.create({ name: 'ERP', scopes: ['read:stock'] })
  expect(key.token).toMatch(/^pk_/)
})

test('enums of responses are open to new values, those of requests are not', () => {
  expectTypeOf<string>().toExtend<OrderDetail['status']>()
  // @ts-expect-error: a misspelt filter does not compile
  void (() => anden.orders.list({ status: 'aproved' }))
  void (() => anden.orders.list({ status: 'approved' }))
  void (() => anden.orders.list({ status: ['approved', 'pending'] }))
  // @ts-expect-error a status that does not exist, among several
  void (() => anden.orders.list({ status: ['approved', 'lost'] }))
})
