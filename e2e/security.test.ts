// What a browser with a client's session can reach, and what another site can make it do.
import { describe, expect, test } from 'vitest'
import { portalPrefix } from '../server/src/app/routes.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const client = await world.warehouse.aStockedClient()
const ana = await client.aUser()
const reader = await client.aUser('reader')
const other = await world.demo.aUser()

const idOf = async (path: string) => (await other.api.get(path)).body.data[0].id as string

describe("a client's session", () => {
  test("shows nothing of another client, by any page's id", async () => {
    const webhook = await idOf('/webhooks')
    const paths = [
      `/destinatarios/${await idOf('/destinatarios?limit=1')}`,
      `/orders/${await idOf('/orders?limit=1')}`,
      `/remitos/${await idOf('/remitos?limit=1')}`,
      `/stock/${(await other.api.get('/stock?limit=1')).body.data[0].product_id}`,
      `/lots/${await idOf('/stock/lots?limit=1')}`,
      `/developers/webhooks/${webhook}`,
      `/developers/webhooks/${webhook}/deliveries/${await idOf(`/webhooks/${webhook}/deliveries?limit=1`)}`,
    ]
    const { page, expectAnswers } = await visit('/', { as: ana })
    expectAnswers(`404 ${portalPrefix}`)
    const nothing = page.getByRole('heading', { name: 'There is no such page' })
    for (const path of paths) {
      await page.goto(path)
      await nothing.or(page.getByRole('alert')).first().waitFor()
    }
  })

  test('reaches no route and no page of the warehouse', async () => {
    const { page, context, expectAnswers } = await visit('/', { as: ana })
    expectAnswers('401 ', '403 ')
    const answer = await context.request.get('/api/v1/backoffice/clients')
    expect([401, 403]).toContain(answer.status())
    for (const path of ['/warehouse', '/warehouse/orders', '/warehouse/clients']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.locator('body').textContent()).not.toMatch(/Los Álamos|losalamos/)
    }
  })

  test('offers a reader nothing that changes data', async () => {
    const { page } = await visit(`/destinatarios/${client.destinatarioId}`, { as: reader })
    await page.getByRole('heading', { level: 1, name: 'Vinoteca' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  })
})

describe('another site', () => {
  /** Opens a page of another origin, from which the browser sends the requests. */
  async function elsewhere() {
    const visited = await visit('about:blank', { as: ana })
    await visited.context.route('http://evil.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    )
    await visited.page.goto('http://evil.example/')
    return visited
  }

  test('cannot write with the session, by a form or by a script', async () => {
    const { page, expectAnswers } = await elsewhere()
    expectAnswers('Access to fetch', 'Failed to load resource', '400', '401', '403')
    const target = `${world.url}${portalPrefix}/destinatarios`
    await page.evaluate(`fetch(${JSON.stringify(target)}, {
      method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"intruder"}',
      headers: { 'content-type': 'text/plain' } }).catch(() => undefined)`)
    await page.setContent(`<form method="post" enctype="text/plain" action="${target}">
      <input name='{"name":"intruder","x":"' value='"}'></form>`)
    await page.evaluate('document.forms[0].submit()')
    await page.waitForURL(target)
    const { body } = await client.portal.get('/destinatarios')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Vinoteca'])
  })

  test('cannot read with the session', async () => {
    const { page, expectAnswers } = await elsewhere()
    expectAnswers('Access to fetch', 'Failed to load resource', '401')
    const read = `fetch('${world.url}${portalPrefix}/session', { credentials: 'include' }).then(() => 'read', () => 'blocked')`
    expect(await page.evaluate(read)).toBe('blocked')
  })

  test('cannot show a page in a frame', async () => {
    const { page, expectAnswers } = await elsewhere()
    expectAnswers('Refused to', 'policy: frame-ancestors', 'Framing ')
    await page.setContent(`<iframe src="${world.url}/"></iframe>`)
    await page.waitForFunction(`frames.length === 1`)
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  })

  test.each(['/', '/sign-in', '/orders'])('is kept out by the headers of %s', async (path) => {
    const { headers } = await fetch(world.url + path, { headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin|strict-origin)/),
    })
  })
})
