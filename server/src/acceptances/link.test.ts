// The link of a remito as whoever has it meets it: a page without cookies and third parties, that no search engine keeps, and a
// token that is written nowhere.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accept, acceptancesIn, aPng, whole } from '../../tests/harness/acceptances.ts'
import { caller } from '../../tests/harness/http.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'

const page = {
  is: 'ready',
  dist: { index: '', phone: '<h1>the page</h1>', assets: new Map(), sdk: null },
} as const
/** What the service writes to its log, and all that its spans say. */
const logged: string[] = []
const traced: string[] = []
const span = () => ({
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  run: <Result>(work: () => Result) => work(),
  set: (attributes: object) => void traced.push(JSON.stringify(attributes)),
  rename: (name: string) => void traced.push(name),
  end: (failure?: string | null) => void traced.push(String(failure)),
})
const { service, warehouse } = await useWarehouse({
  log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  tracing: {
    start: (_, name, attributes) => {
      traced.push(name, JSON.stringify(attributes))
      return span()
    },
    current: () => null,
    close: async () => undefined,
  },
  dashboard: { state: () => page, close: () => undefined },
})
const { underWay } = acceptancesIn(warehouse, service.url)
const client = await warehouse.aStockedClient(100)
const unknown = `/r/${'0'.repeat(32)}`

test('the page is the same for every link, says nothing itself, and is kept by nobody', async () => {
  const { path } = await underWay(client)
  for (const [address, status] of [
    [path, 200],
    [`${path}/`, 200],
    [`${path}?utm_source=mail`, 200],
    [unknown, 404],
  ] as const) {
    const response = await fetch(service.url + address, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', cookie: 'anden.session_token=x' },
    })
    expect([address, response.status, await response.text()]).toEqual([address, status, page.dist.phone])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
    })
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|data:/)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
})

test('what the page reads and sends is answered with the same care', async () => {
  const { path, remito } = await underWay(client)
  const open = caller(service.url)
  const answers = [
    await open.get(`${path}/remito`),
    await open.get(`${unknown}/remito`),
    await accept(service.url, path, whole(remito, { name: 'M' })),
    await accept(service.url, path, whole(remito), { signature: aPng() }),
    await accept(service.url, unknown, whole(remito)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 201, 404])
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    })
    for (const name of ['set-cookie', 'access-control-allow-origin']) expect(headers.get(name)).toBeNull()
  }
})

test('its token is in no log, no trace and no table, whatever it is used for', async () => {
  const { path, remito, remitoId } = await underWay(client)
  const token = path.slice('/r/'.length)
  const open = caller(service.url)
  for (const address of ['', '/', '/remito', '/pdf', '/acceptance', '/nothing', '/remito/more'])
    await open.get(path + address)
  await accept(service.url, path, { ...whole(remito), items: [] })
  await accept(service.url, path, whole(remito), { signature: aPng() })
  await open.get(`//r/${token}/remito`)
  await open.get(`/R/${token}`)
  expect(logged.join('')).toContain('/r/…/acceptance')
  expect(traced).toContain('POST /r/:token/acceptance')
  expect(logged.join('') + traced.join('')).not.toContain(token.slice(0, 8))
  const rows = await service.db.rows(sql<{ text: string }>`
    select remitos::text as text from remitos where id = ${remitoId}
    union all select remito_acceptances::text from remito_acceptances where remito_id = ${remitoId}
    union all select audit_entries::text from audit_entries
    union all select events::text from events`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ text }) => text).join('\n')).not.toContain(token)
})
