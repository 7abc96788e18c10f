// Every tool once, with the official client, over HTTP and over `anden mcp`: it answers with what the route of the portal
// says, as its schemas have it, which the client checks.
import { portalScopes } from '@anden/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { type Agent, agentOver, localAgent } from '../../tests/harness/agents.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { routeSamples } from '../../tests/harness/route-samples.ts'
import { issueApiKey } from '../identity/issue-keys.ts'
import { declaredTools } from './surface.ts'
import { maxRows } from './tool.ts'

const service = await useService()
const client = await service.aClient()
const sandbox = await service.aSandboxOf(client)
const agents: Record<string, Agent> = {
  HTTP: await agentOver(service.url, client.token),
  'standard input and output': await localAgent(service.url, client.token),
}
const testAgents: Record<string, Agent> = {
  HTTP: await agentOver(service.url, sandbox.token),
  'standard input and output': await localAgent(service.url, sandbox.token),
}
afterAll(() => Promise.all(Object.values({ ...agents, ...testAgents }).map((agent) => agent.client.close())))

const isOfSandbox = ({ route }: Tool) => /^[A-Z]+ \/sandbox/.test(route)
const liveTools = declaredTools.filter((tool) => !isOfSandbox(tool))
const sandboxTools = declaredTools.filter(isOfSandbox)

type Tool = (typeof declaredTools)[number]
type Sample = Record<string, unknown>

/** Arguments that are not those of the route's own sample. */
const ownArguments: Record<string, (given: Sample, agent: Agent) => Promise<Sample>> = {
  place_order: async (order, agent) => ({
    ...order,
    preview_id: (await agent.call('preview_order', order)).shown.preview_id,
  }),
  change_order: async ({ order_id }) => ({ order_id, if_revision: 1, notes: 'Entregar por la tarde' }),
  move_clock: async (_, agent) => ({
    advance_to: (await agent.call('get_sandbox')).shown?.day ?? '2027-01-15',
  }),
  cancel_order: async ({ order_id }) => ({ order_id, if_revision: 1, reason: 'Repetido' }),
}

async function argumentsFor({ name, route, path = {}, takes }: Tool, agent: Agent, by = client) {
  const sample = routeSamples[route]
  const params = (await sample?.params?.(service.db, by.id)) ?? {}
  const body = await sample?.body?.(service.db, by.id)
  const given = {
    ...Object.fromEntries(Object.entries(params).map(([key, value]) => [path[key] ?? key, value])),
    ...Object.fromEntries(new URLSearchParams(sample?.query)),
    ...(typeof body === 'object' ? ofNames(body as Sample, takes) : {}),
  }
  return ownArguments[name]?.(given, agent) ?? given
}

const ofNames = (body: Sample, names?: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names?.split(' ').includes(name) ?? true))

function pathOf({ route, path = {}, shows }: Tool, { q, ...args }: Sample): string {
  const filled = route.replace('GET ', '').replace(/:(\w+)/g, (_, name) => String(args[path[name] ?? name]))
  return `${filled}?${new URLSearchParams({
    ...(q ? { q: String(q) } : {}),
    ...(shows.includes('next_cursor') ? { limit: '20' } : {}),
  })}`
}

describe.each(Object.keys(agents))('over %s', (transport) => {
  const agent = agents[transport] as Agent

  test('the tools have a title, a description and hints, and every argument is described by the contract', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools).toHaveLength(liveTools.length + 2)
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z_]{3,30}$/)
      expect([typeof title, (description ?? '').length > 40, inputSchema.type]).toEqual([
        'string',
        true,
        'object',
      ])
      expect(outputSchema).toBeDefined()
      expect(annotations?.readOnlyHint).toBe(!/^(place|change|cancel|recover)_/.test(name))
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint)
    expect(destructive.map(({ name }) => name).sort()).toEqual(['cancel_order', 'change_order'])
  })

  test.each(liveTools)('$name answers as $route does', async (tool) => {
    const args = await argumentsFor(tool, agent)
    const { isError, text, shown } = await agent.call(tool.name, args)
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringMatching(/^.+\n\{.*\}$/) })
    expect(JSON.parse(text.slice(text.indexOf('\n')))).toEqual(shown)
    if (!tool.route.startsWith('GET ')) return
    const { cut: _, ...members } = shown
    expect((await client.portal.get(pathOf(tool, args))).body).toMatchObject(members)
  })

  describe('with a test key', () => {
    const tester = testAgents[transport] as Agent

    test('an agent is told that nothing is real, and has what stands for the warehouse', async () => {
      expect(tester.client.getInstructions()).toContain('in the sandbox of the client')
      expect(tester.client.getServerVersion()).toMatchObject({ title: 'Andén (sandbox)' })
      expect(agent.client.getInstructions()).toContain('with the live data')
      const { tools } = await tester.client.listTools()
      expect(tools).toHaveLength(declaredTools.length + 2)
      const writes = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
      expect(writes).toEqual(expect.arrayContaining(['receive_goods', 'simulate_order', 'move_clock']))
    })

    test.each(declaredTools)('$name works in the sandbox, and says so', async (tool) => {
      const args = await argumentsFor(tool, tester, sandbox)
      const { isError, text } = await tester.call(tool.name, args)
      expect({ isError, text }).toEqual({ isError: false, text: expect.stringMatching(/^In the sandbox: /) })
    })

    test.each(sandboxTools)(
      '$name is refused to a live key as its route is, and not listed',
      async (tool) => {
        const { isError, text } = await agent.call(tool.name, await argumentsFor(tool, agent, sandbox))
        expect({ isError, text }).toEqual({
          isError: true,
          text: expect.stringMatching(/^sandbox\/live-key \(403\)/),
        })
        expect((await agent.client.listTools()).tools.map(({ name }) => name)).not.toContain(tool.name)
      },
    )

    test('an agent takes an order through its whole life until its lot expires, and nothing live changes', async () => {
      const liveOrders = async () => (await client.portal.get('/orders?limit=100')).body.data.length
      const before = await liveOrders()
      const { day } = (await tester.call('get_sandbox')).shown
      const [row] = (await tester.call('find_stock')).shown.data
      const { product_id } = row
      const expiry_date = new Date(Date.parse(day) + 20 * 86_400_000).toISOString().slice(0, 10)
      const goods = { items: [{ product_id, quantity: 20, lot_number: `L-${transport}`, expiry_date }] }
      await tester.call('receive_goods', goods)
      const recipient = await sandbox.portal.post('/destinatarios', { name: 'Vinoteca del Centro' })
      const order = { destinatario_id: recipient.body.id, items: [{ product_id, quantity: 2 }] }
      const { preview_id } = (await tester.call('preview_order', order)).shown
      const placed = (await tester.call('place_order', { ...order, preview_id })).shown
      const simulated = await tester.call('simulate_order', { order_id: placed.id, script: 'happy' })
      expect(simulated.text).toContain('Done: approve, prepare, pack, dispatch, accept.')
      const { status, timeline } = (await tester.call('get_order', { order_id: placed.id })).shown
      expect([status, timeline.length]).toEqual(['delivered', 5])
      const expired = new Date(Date.parse(expiry_date) + 86_400_000).toISOString().slice(0, 10)
      expect((await tester.call('move_clock', { advance_to: expired })).shown.day).toBe(expired)
      const [after] = (await tester.call('find_stock')).shown.data
      expect([after.product_id, after.available_quantity]).toEqual([product_id, row.available_quantity])
      expect(await liveOrders()).toBe(before)
    })
  })

  test('explain_error and search_docs answer from the documentation', async () => {
    const explained = await agent.call('explain_error', { code: 'orders/insufficient-stock' })
    expect(explained.shown).toMatchObject({ code: 'orders/insufficient-stock', status: 422 })
    const found = await agent.call('search_docs', { query: 'verify the signature of a webhook' })
    expect(found.shown.sections.length).toBeGreaterThan(0)
  })

  test('a call with wrong arguments says what is wrong with which, and changes nothing', async () => {
    const { isError, text } = await agent.call('find_lots', {
      limit: 51,
      sku: 'MAL',
      expiring_before: 'soon',
    })
    expect(isError).toBe(true)
    for (const name of ['/limit', '/sku', '/expiring_before']) expect(text).toContain(name)
    expect((await agent.call('get_order', {})).text).toContain('/order_id')
  })

  test('a tool that does not exist is an error of the protocol', async () => {
    await expect(agent.call('delete_everything')).rejects.toThrow('There is no tool')
  })
})

test('each page of a list is one request to the portal, and the cursor leads to the next', async () => {
  const other = await service.aClient()
  for (let i = 0; i < 3; i++) await other.portal.post('/destinatarios', { name: `Vinoteca ${i}` })
  const agent = await agentOver(service.url, other.token)
  const first = await agent.call('find_recipients', { limit: 2 })
  const second = await agent.call('find_recipients', { limit: 2, cursor: first.shown.next_cursor })
  const names = [...first.shown.data, ...second.shown.data].map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Vinoteca 0', 'Vinoteca 1', 'Vinoteca 2'])
  expect([first.text, second.text].map((text) => text.split('\n')[0])).toEqual([
    '2 rows, and more: pass next_cursor as cursor.',
    '1 row.',
  ])
})

test(`a list without pages shows ${maxRows} rows, and says how to get the others`, async () => {
  const items = await Promise.all(
    Array.from(
      { length: maxRows + 5 },
      async () =>
        (await routeSamples['POST /orders']?.body?.(service.db, client.id)) as {
          destinatario_id: string
          items: Sample[]
        },
    ),
  )
  const order = { destinatario_id: items[0]?.destinatario_id, items: items.flatMap((one) => one.items) }
  const placed = await client.portal.post('/orders', order, { 'idempotency-key': 'long' })
  expect(placed.status, placed.text).toBe(201)
  const agent = agents['HTTP'] as Agent
  const first = await agent.call('get_order', { order_id: placed.body.id })
  const list = 'distribution_order_items'
  expect(first.shown.cut).toEqual([{ list, rows: 55, next_rows_after: 50 }])
  const second = await agent.call('get_order', { order_id: placed.body.id, rows_after: 50 })
  expect(second.shown.cut).toEqual([{ list, rows: 55, next_rows_after: null }])
  const shown = [...first.shown[list], ...second.shown[list]]
  expect(shown.map(({ product_id }) => product_id)).toEqual(order.items.map(({ product_id }) => product_id))
})

describe('a key', () => {
  const keyWith = async (scopes: readonly string[]) =>
    (await issueApiKey(service.db, { clientId: client.id, name: 'agent', scopes })).token

  test('has the tools of its scopes alone, and the prompts and resources that they allow', async () => {
    const { client: reader } = await agentOver(service.url, await keyWith(['read:stock']))
    const names = (await reader.listTools()).tools.map(({ name }) => name)
    expect(names.sort()).toEqual(
      [
        ...[
          'explain_error',
          'find_lots',
          'find_stock',
          'get_overview',
          'preview_order',
          'search',
          'search_docs',
        ],
        'trace_lot',
        'whoami',
      ].sort(),
    )
    const prompts = (await reader.listPrompts()).prompts.map(({ name }) => name)
    expect(prompts).toEqual(['needs_attention_today', 'recall_lot'])
    const templates = (await reader.listResourceTemplates()).resourceTemplates
    expect(templates.map(({ name }) => name)).toEqual(['documentation'])
  })

  test.each(liveTools.filter(({ route }) => routeSamples[route]?.scope))(
    'without the scope of $name is refused as by $route, and nothing is changed',
    async (tool) => {
      const scope = routeSamples[tool.route]?.scope
      const token = await keyWith(portalScopes.filter((one) => one !== scope))
      const allowed = await agentOver(service.url, client.token)
      const args = await argumentsFor(tool, allowed)
      const agent = await agentOver(service.url, token)
      // A preview is for the key that made it.
      if (tool.name === 'place_order')
        args['preview_id'] = (await agent.call('preview_order', withoutId(args))).shown.preview_id
      const { isError, text } = await agent.call(tool.name, args)
      expect(isError).toBe(true)
      expect(text).toMatch(/^auth\/insufficient-scope \(403\)/)
      expect(text).toContain(JSON.stringify([scope]))
    },
  )
})

const withoutId = ({ preview_id: _, ...order }: Sample) => order
