// Documents are rendered once, in threads of their own, at most two at a time per client.
import { afterEach, describe, expect, test } from 'vitest'
import { addRemitos } from '../../../../tests/harness/document-data.ts'
import { heldRenderingScript, renderingGate } from '../../../../tests/harness/held-rendering.ts'
import { expectProblem } from '../../../../tests/harness/problem-answers.ts'
import { useService } from '../../../../tests/harness/prologue.ts'
import { until } from '../../../../tests/harness/until.ts'
import { issueStaffKey } from '../../../identity/issue-keys.ts'
import { renderedDocuments } from './documents.ts'
import { type RenderThreads, renderThreads } from './render-threads.ts'

const { gate, held, release } = renderingGate()
const maxBytes = 256 * 1024
const threads = renderThreads(heldRenderingScript, { workerData: gate })
let jobCount = 0
const countedThreads: RenderThreads = {
  ...threads,
  render(job) {
    jobCount += 1
    return threads.render(job)
  },
}
const documents = renderedDocuments(countedThreads, { maxBytes })
const service = await useService({ documents })
const { token: staffToken } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

type Client = { token: string; ids: string[] }

/** A client with a remito for each number. */
async function aClient(...numbers: string[]): Promise<Client> {
  const { id, token } = await service.aClient()
  const given = numbers.map((number, index) => ({ remito_number: [`${number} ${index}`] }))
  const remitos = await addRemitos(service.db, id, given)
  return { token, ids: remitos.map((remito) => remito.id) }
}

const fetchPdf = (token: string, id: string | undefined, options: RequestInit = {}, api = 'portal') =>
  fetch(`${service.url}/api/v1/${api}/remitos/${id}/pdf`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  })

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer
  await body?.cancel()
  return status
}

/** The count that /metrics reports. */
async function renders(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^anden_document_render_seconds_count (\d+)$/m.exec(text)?.[1])
}

async function rendersDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await renders()
  await work()
  return (await renders()) - before
}

afterEach(() => expect(gate[0], 'nothing is let go on that was not held').toBe(0))

describe('while documents are rendered', () => {
  test('every other request is answered, whether of the same client or not', async () => {
    const reader = await aClient('held', 'held')
    const other = await service.aClient()
    const before = held()
    const answers = reader.ids.map((id) => statusOf(fetchPdf(reader.token, id)))
    await until('both threads are blocked', () => held() - before === 2)
    expect((await other.portal.get('/stock')).status).toBe(200)
    expect((await service.portal(reader.token).get('/stock')).status).toBe(200)
    expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    release(2)
    expect(await Promise.all(answers)).toEqual([200, 200])
  })

  test('a client has two at a time: the document of another one comes before its third', async () => {
    const greedy = await aClient(...Array.from({ length: 8 }, () => 'held'))
    const other = await aClient('R 1')
    const before = held()
    const jobsBefore = jobCount
    const done: number[] = []
    const answers = greedy.ids.map((id) =>
      statusOf(fetchPdf(greedy.token, id)).then((status) => done.push(status)),
    )
    await until('two are under way', () => held() - before === 2)
    const others = statusOf(fetchPdf(other.token, other.ids[0]))
    // The other six wait for these, not for a thread.
    await until("the other client's waits for a thread", () => jobCount - jobsBefore === 3)
    release(1)
    expect(await others).toBe(200)
    expect(done.length).toBeLessThanOrEqual(1)
    release(7)
    await Promise.all(answers)
    expect(done).toEqual(Array(8).fill(200))
    expect(held() - before).toBe(8)
  })

  test('fifty more of a client wait, and the rest is refused with Retry-After', async () => {
    const { token, ids } = await aClient(...Array.from({ length: 60 }, () => 'held'))
    const refused: Response[] = []
    const answers = ids.map(async (id) => {
      const answer = await fetchPdf(token, id)
      if (answer.status === 503) refused.push(answer)
      else await answer.arrayBuffer()
      return answer.status
    })
    await until('eight are refused', () => refused.length === 8)
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(answer.headers.get('etag')).toBeNull()
      expect(await answer.json()).toMatchObject({
        type: `${service.url}/errors/server/unavailable`,
        detail: 'You are requesting too many documents at once. Try again in 2 s.',
      })
    }
    // Other requests of the client are not affected.
    expect((await service.portal(token).get('/stock')).status).toBe(200)
    release(52)
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(52)
  })
})

describe('a document', () => {
  test('is rendered once for all readers, until its content changes', async () => {
    const { token, ids } = await aClient('R 1')
    const [id] = ids
    let etag = ''
    const first = await rendersDuring(async () => {
      const answer = await fetchPdf(token, id)
      etag = answer.headers.get('etag') ?? ''
      const pdf = Buffer.from(await answer.arrayBuffer())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(answer.headers.get('content-length')).toBe(String(pdf.length))
      const again = await fetchPdf(token, id)
      expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true)
      expect(again.headers.get('etag')).toBe(etag)
      const ofStaff = await fetchPdf(staffToken, id, {}, 'backoffice')
      expect(Buffer.from(await ofStaff.arrayBuffer()).equals(pdf)).toBe(true)
    })
    expect(first).toBe(1)
    const english = { headers: { 'accept-language': 'en' } }
    expect(await rendersDuring(() => statusOf(fetchPdf(token, id, english)))).toBe(1)
  })

  test('is rendered once if it is asked for many times at once', async () => {
    const { token, ids } = await aClient('R 1')
    const count = await rendersDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(fetchPdf(token, ids[0]))))
      expect(new Set(answers)).toEqual(new Set([200]))
    })
    expect(count).toBe(1)
  })

  test('is not rendered for HEAD, nor if the copy of the client is current', async () => {
    const { token, ids } = await aClient('R 1')
    const count = await rendersDuring(async () => {
      const head = await fetchPdf(token, ids[0], { method: 'HEAD' })
      const etag = head.headers.get('etag') ?? ''
      expect([head.status, head.headers.get('content-type'), etag]).toEqual([
        200,
        'application/pdf',
        expect.stringMatching(/^"[\w-]{22}"$/),
      ])
      for (const method of ['GET', 'HEAD'])
        expect(await statusOf(fetchPdf(token, ids[0], { method, headers: { 'if-none-match': etag } }))).toBe(
          304,
        )
    })
    expect(count).toBe(0)
  })

  test('is evicted when others need the room: the memory for documents is bounded', async () => {
    const { token, ids } = await aClient(...Array.from({ length: 30 }, () => 'R'))
    const read = async (id: string | undefined) =>
      (await (await fetchPdf(token, id)).arrayBuffer()).byteLength
    let total = 0
    for (const id of ids) total += await read(id)
    expect(total).toBeGreaterThan(maxBytes)
    expect(await rendersDuring(() => read(ids.at(-1)))).toBe(0)
    expect(await rendersDuring(() => read(ids[0]))).toBe(1)
  })
})

describe('a thread', () => {
  test('that ends fails the document that it was rendering, and no other', async () => {
    const { token, ids } = await aClient('crash', 'held', 'R 1')
    const before = held()
    const other = statusOf(fetchPdf(token, ids[1]))
    await until('one is under way', () => held() - before === 1)
    const crashed = await service.portal(token).get(`/remitos/${ids[0]}/pdf`)
    expectProblem(crashed, 'server/internal')
    expect(crashed.headers.get('etag')).toBeNull()
    expect(await statusOf(fetchPdf(token, ids[2]))).toBe(200)
    release(1)
    expect(await other).toBe(200)
  })

  test('goes on after a document that cannot be drawn', async () => {
    const { token, ids } = await aClient('fault', 'R 1')
    expectProblem(await service.portal(token).get(`/remitos/${ids[0]}/pdf`), 'server/internal')
    expect(await statusOf(fetchPdf(token, ids[1]))).toBe(200)
  })

  test('ends when the service stops, and what it was rendering is refused as unavailable', async () => {
    const own = renderingGate()
    const stopping = renderedDocuments(renderThreads(heldRenderingScript, { workerData: own.gate }))
    const job = (number: number) => ({
      template: 'remito',
      shown: { remito_number: [`held ${number}`] },
      language: 'es' as const,
    })
    const jobs = [1, 2, 3].map((number) => stopping.get(`"${number}"`, 'a client', job(number)))
    await until('two are under way', () => own.held() === 2)
    const outcomes = Promise.allSettled([...jobs])
    // A blocked thread can be ended as well.
    await stopping.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'server/unavailable' } })
    await expect(stopping.get('"4"', 'a client', job(4))).rejects.toMatchObject({
      code: 'server/unavailable',
    })
  })
})
