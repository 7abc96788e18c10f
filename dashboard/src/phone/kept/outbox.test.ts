// Acceptances on their way: one after the other, each until the service has answered.
import { afterEach, expect, test, vi } from 'vitest'
import { emptyDraft } from '../acceptance/form.ts'
import { openOutbox } from './outbox.ts'
import type { Store } from './store.ts'

afterEach(() => vi.unstubAllGlobals())

const accepted = { name: 'Ana', document: null, items: [], signature: null, photos: [], summary: '' }
const made = (number: string) => ({ path: `/t/x/${number}`, number, accepted, draft: emptyDraft() })
const receipt = { outcome: 'accepted', name: 'Ana', at: '2026-11-19T10:00:00.000Z', late: false }
const store: Store = {
  isLasting: false,
  read: async () => null,
  readAll: async () => [],
  write: async () => undefined,
  remove: async () => undefined,
  removeAll: async () => undefined,
}

/** A service whose answers are given one by one. */
async function anOutbox() {
  const asked: { path: string; answer: (response: Response) => void }[] = []
  vi.stubGlobal('fetch', (path: string) => new Promise<Response>((answer) => asked.push({ path, answer })))
  const sent: string[] = []
  const outbox = await openOutbox({
    store,
    link: '/t/x',
    changed: () => undefined,
    sent: ({ number }) => sent.push(number),
    refused: () => undefined,
  })
  const nextAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))
  return { outbox, asked, sent, nextAsked }
}

test('what is added while another one is sent follows it', async () => {
  const { outbox, asked, sent, nextAsked } = await anOutbox()
  await outbox.add(made('1'))
  void outbox.send()
  await nextAsked(1)
  await outbox.add(made('2'))
  void outbox.send()
  asked[0]?.answer(Response.json(receipt))
  await nextAsked(2)
  expect(asked[1]?.path).toBe('/t/x/2')
  asked[1]?.answer(Response.json(receipt))
  await vi.waitFor(() => expect(sent).toEqual(['1', '2']))
  expect(outbox.waiting()).toEqual([])
  expect(outbox.isSending()).toBe(false)
})

test('what was refused is sent again only if somebody asks for it, also while another one is sent', async () => {
  const { outbox, asked, sent, nextAsked } = await anOutbox()
  await outbox.add(made('1'))
  void outbox.send()
  await nextAsked(1)
  asked[0]?.answer(Response.json({ type: 'https://x/errors/remitos/not-under-way' }, { status: 409 }))
  await vi.waitFor(() => expect(outbox.waiting()[0]?.refused?.code).toBe('remitos/not-under-way'))
  await outbox.add(made('2'))
  void outbox.send()
  await nextAsked(2)
  expect(asked[1]?.path).toBe('/t/x/2')
  void outbox.send(outbox.waiting()[0]?.id)
  asked[1]?.answer(Response.json(receipt))
  await nextAsked(3)
  expect(asked[2]?.path).toBe('/t/x/1')
  asked[2]?.answer(Response.json(receipt))
  await vi.waitFor(() => expect(sent).toEqual(['2', '1']))
})
