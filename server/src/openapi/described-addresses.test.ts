// What a generated client needs to find at the addresses of the description: it knows one base, and one content type per
// response.
import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()
const client = await service.aClient()
const asClient = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/v1/portal${path}`, {
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  })

describe('a list as CSV', () => {
  test('has an address of its own, with the same filters', async () => {
    await warehouse.aProduct(client.id)
    const [own, negotiated] = await Promise.all([
      asClient('/stock.csv?min_quantity=0', { accept: 'application/json' }),
      asClient('/stock?min_quantity=0', { accept: 'text/csv' }),
    ])
    expect(own.headers.get('content-type')).toBe(negotiated.headers.get('content-type'))
    expect(await own.text()).toBe(await negotiated.text())
  })

  test('needs the same scope, and takes no other method', async () => {
    const { token } = await service.aClient({ scopes: ['read:orders'] })
    const refused = await fetch(`${service.url}/api/v1/portal/stock.csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(403)
    const posted = await fetch(`${service.url}/api/v1/portal/stock.csv`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('is not the address of anything that is no list', async () => {
    expect((await asClient('/me.csv')).status).toBe(404)
  })
})

describe('signing in', () => {
  test.each(['/api/auth', '/api/v1/portal/auth', '/api/v1/backoffice/auth'])(
    'is found at %s',
    async (base) => {
      const response = await fetch(`${service.url}${base}/options`)
      expect([response.status, await response.json()]).toEqual([200, expect.any(Object)])
    },
  )
})
