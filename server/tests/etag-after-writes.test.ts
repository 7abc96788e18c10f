// Every write of either API and its effect on the ETags of reads: reads that show the change get a new ETag,
// reads of other topics and other clients keep theirs.

import { topics } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { backofficeRouter, portalRouter } from '../src/app/routes.ts'
import type { Topic } from '../src/http/reads/versioned-rows.ts'
import { useWarehouse } from './harness/prologue.ts'
import { aBusyClient, type BusyClient, writeEffects } from './harness/write-effects.ts'

const { service, warehouse } = await useWarehouse()
const effects = writeEffects(warehouse, service.db)
const bystander = await aBusyClient(warehouse)

const reads = (client: BusyClient): Record<Topic, string[]> => ({
  stock: [
    '/stock',
    '/stock/lots',
    `/stock/${client.productId}`,
    `/stock/${client.productId}/history`,
    '/stock?at=2026-01-01T00:00:00Z',
  ],
  orders: ['/orders', '/orders?status=pending', '/orders/counts'],
  remitos: [
    '/remitos',
    '/movements',
    `/remitos/${client.remitoId}`,
    '/returns',
    `/returns/${client.returnId}`,
  ],
  account: ['/balance', '/transactions'],
  destinatarios: ['/destinatarios', `/destinatarios/${client.destinatarioId}`],
  inbound: ['/inbound', `/inbound/${client.noticeId}`],
  webhooks: [`/webhooks/${client.webhookId}`],
})

const writes = [portalRouter(declarationDeps), backofficeRouter(declarationDeps)].flatMap(({ api, routes }) =>
  routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${api} ${method} ${path}`),
)
/** The first would revoke the client's own key; the others change nothing that a cached read shows. */
const excluded = [
  'backoffice DELETE /clients/:id/keys/:key_id',
  'backoffice POST /clients/:id/webhooks/:webhook_id/test',
  'portal POST /webhooks/:id/test',
  'portal POST /webhooks/:id/deliveries/:delivery_id/retry',
  'portal POST /orders/preview',
  'portal POST /inbound/read-sheet',
  'backoffice POST /stock/preview',
  'backoffice POST /clients/:id/inspect',
  'portal POST /sandbox',
  ...['portal', 'backoffice'].flatMap((api) =>
    ['POST /views', 'PATCH /views/:id', 'DELETE /views/:id'].map((route) => `${api} ${route}`),
  ),
]

/** The ETag of every read, by path. */
async function tagsOf(client: BusyClient): Promise<Record<string, string>> {
  const paths = Object.values(reads(client)).flat()
  const answers = await Promise.all(paths.map((path) => client.portal.get(path)))
  return Object.fromEntries(paths.map((path, index) => [path, answers[index]?.headers.get('etag') ?? '']))
}

test('every write is covered', () => {
  expect([...Object.keys(effects), ...excluded].sort()).toEqual(writes.toSorted())
})

describe('only the reads that show the change get a new ETag after', () => {
  test.each(writes.filter((name) => !excluded.includes(name)))('%s', async (name) => {
    const effect = effects[name]
    if (!effect) throw new Error(`write-effects.ts has no entry for ${name}`)
    const { write, changes, mayTouch } = effect
    const client = await aBusyClient(warehouse)
    const [before, others] = [await tagsOf(client), await tagsOf(bystander)]
    const answer = await write(client)
    expect(answer.status, answer.text).toBeLessThan(300)
    for (const topic of topics.filter((one) => !mayTouch.includes(one))) {
      for (const path of reads(client)[topic]) {
        const { status } = await client.portal.get(path, { 'if-none-match': before[path] ?? '' })
        // A deleted resource counts as changed.
        const changed = status === 200 || status === 404
        expect([path, changed ? 'changed' : status]).toEqual([
          path,
          changes.includes(topic) ? 'changed' : 304,
        ])
      }
    }
    expect(await tagsOf(bystander)).toEqual(others)
  })
})
