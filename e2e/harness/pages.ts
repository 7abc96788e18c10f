// Every page of the dashboard with an example address, derived from the routes that the folders declare. A page without
// an address fails the tests that visit all pages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '../../server/tests/harness/http.ts'
import type { World } from './world.ts'

const source = join(import.meta.dirname, '../../dashboard/src')

export type DashboardPage = { route: string; for: 'nobody' | 'client' | 'staff' }

export const dashboardPages: DashboardPage[] = globSync('**/routes.{ts,tsx}', { cwd: source })
  .sort()
  .flatMap((file) => routesIn(readFileSync(join(source, file), 'utf8'), file))

/** Routes below `/warehouse` are declared relative to it. A route without a component only groups others. */
function routesIn(text: string, file: string): DashboardPage[] {
  const declared = text.split('createRoute({').slice(1)
  return declared
    .filter((one) => one.includes('component:'))
    .map((one) => {
      const [, parent] = /getParentRoute: \(\) => (\w+)/.exec(one) ?? []
      const [, path] = /path: '([^']+)'/.exec(one) ?? []
      if (path === undefined) throw new Error(`${file} declares a route without a path`)
      if (parent === 'rootRoute') return { route: path, for: 'nobody' }
      if (parent === 'shellRoute') return { route: path, for: 'client' }
      if (parent !== 'warehouseRoute') throw new Error(`${file} has a route below ${parent}`)
      return { route: `/warehouse${path}`.replace(/\/$/, ''), for: 'staff' }
    })
}

const ordersOnPickList = 3

type Addresses = Record<string, (api: Caller, world: Pick<World, 'aLink' | 'demo'>) => Promise<string>>

const idOf = async (api: Caller, path: string) => {
  const { body, text } = await api.get(path)
  const id = body?.data?.[0]?.id
  if (!id) throw new Error(`${path} shows nothing: ${text}`)
  return id as string
}

/** Addresses of routes with a parameter, and of those that show nothing without one. */
const addresses: Addresses = {
  '/welcome/$token': (_, world) => world.aLink('invitation'),
  '/reset/$token': (_, world) => world.aLink('reset'),
  '/destinatarios/$id': async (api) => `/destinatarios/${await idOf(api, '/destinatarios?limit=1')}`,
  '/destinatarios/$id/edit': async (api) =>
    `/destinatarios/${await idOf(api, '/destinatarios?limit=1')}/edit`,
  '/stock/$id': async (api) => `/stock/${await stockedProduct(api)}`,
  '/lots/$id': async (api) => `/lots/${await idOf(api, '/stock/lots?limit=1')}`,
  '/orders/$id': async (api) => `/orders/${await idOf(api, '/orders?status=delivered&limit=1')}`,
  '/orders/$id/change': async (api) => `/orders/${await idOf(api, '/orders?status=pending&limit=1')}/change`,
  '/inbound/$id': async (api) =>
    `/inbound/${await idOf(api, '/inbound?status=received_with_differences&limit=1')}`,
  '/inbound/$id/edit': async (api) => `/inbound/${await idOf(api, '/inbound?status=announced&limit=1')}/edit`,
  '/remitos/$id': async (api) => `/remitos/${await idOf(api, '/remitos?accepted=differences&limit=1')}`,
  '/returns/$id': async (api) => `/returns/${await idOf(api, '/returns?limit=1')}`,
  '/developers/webhooks/$id': async (api) => `/developers/webhooks/${await idOf(api, '/webhooks')}`,
  '/developers/webhooks/$id/edit': async (api) => `/developers/webhooks/${await idOf(api, '/webhooks')}/edit`,
  '/developers/webhooks/$id/deliveries/$delivery': async (api) => {
    const id = await idOf(api, '/webhooks')
    return `/developers/webhooks/${id}/deliveries/${await idOf(api, `/webhooks/${id}/deliveries?limit=1`)}`
  },
  '/developers/sandbox': (api) => inSandbox(api, '/developers/sandbox'),
  '/developers/sandbox/mails': (api) => inSandbox(api, '/developers/sandbox/mails'),
  '/warehouse/orders/$id': async (api) => `/warehouse/orders/${await idOf(api, '/orders?limit=1')}`,
  '/warehouse/orders/$id/change': async (api) =>
    `/warehouse/orders/${await idOf(api, '/orders?status=pending&limit=1')}/change`,
  '/warehouse/orders/$id/prepare': async (api) =>
    `/warehouse/orders/${await idOf(api, '/orders?status=approved,in_preparation&limit=1')}/prepare`,
  '/warehouse/pick-list': async (api) => {
    const { body } = await api.get(`/orders?status=approved,in_preparation&limit=${ordersOnPickList}`)
    return `/warehouse/pick-list?order_id=${body.data.map(({ id }: { id: string }) => id).join(',')}`
  },
  '/warehouse/trips/$id': async (api) => `/warehouse/trips/${await idOf(api, '/trips?status=draft&limit=1')}`,
  '/warehouse/trips/$id/edit': async (api) =>
    `/warehouse/trips/${await idOf(api, '/trips?status=draft&limit=1')}/edit`,
  '/warehouse/inbound/$id': async (api) =>
    `/warehouse/inbound/${await idOf(api, '/inbound?status=receiving&limit=1')}`,
  '/warehouse/receive?notice': async (api) =>
    `/warehouse/receive?notice=${await idOf(api, '/inbound?status=arrived&limit=1')}`,
  '/warehouse/remitos/$id': async (api) => `/warehouse/remitos/${await idOf(api, '/remitos?limit=1')}`,
  '/warehouse/returns/$id': async (api) =>
    `/warehouse/returns/${await idOf(api, '/returns?status=expected&limit=1')}`,
  '/warehouse/orders/$id/return': async (api) =>
    `/warehouse/orders/${await idOf(api, '/orders?status=delivered&limit=1')}/return`,
  '/warehouse/stock/$id': async (api) => `/warehouse/stock/${await stockedProduct(api)}`,
  '/warehouse/stock/$id/adjust': async (api) => `/warehouse/stock/${await stockedProduct(api)}/adjust`,
  '/warehouse/stock/$id/transfer': async (api) => `/warehouse/stock/${await stockedProduct(api)}/transfer`,
  '/warehouse/lots/$id': async (api) => `/warehouse/lots/${await lotOf(api, await stockedProduct(api))}`,
  '/warehouse/counts/$id': async (api) => `/warehouse/counts/${await idOf(api, '/stock/imports?limit=1')}`,
  '/warehouse/clients/$id': async (api) => `/warehouse/clients/${await idOf(api, '/clients?limit=1')}`,
  '/warehouse/clients/$id/users/new': async (api) =>
    `/warehouse/clients/${await idOf(api, '/clients?limit=1')}/users/new`,
  '/warehouse/clients/$id/keys/new': async (api) =>
    `/warehouse/clients/${await idOf(api, '/clients?limit=1')}/keys/new`,
  '/warehouse/clients/$id/sandbox': async (_, { demo }) => {
    await (await demo.aUser()).api.post('/sandbox')
    return `/warehouse/clients/${demo.id}/sandbox`
  },
  '/warehouse/clients/$id/edit': async (api) =>
    `/warehouse/clients/${await idOf(api, '/clients?limit=1')}/edit`,
}

/** Pages that only a sandbox has. Creating one that exists changes nothing. */
async function inSandbox(api: Caller, path: string): Promise<string> {
  await api.post('/sandbox')
  return `/sandbox${path}`
}

async function stockedProduct(api: Caller): Promise<string> {
  const { body } = await api.get('/stock?min_quantity=1&limit=1')
  return body.data[0].product_id ?? body.data[0].id
}

/** A lot of this product. The staff list lots by client. */
async function lotOf(api: Caller, productId: string): Promise<string> {
  const { body } = await api.get(`/stock/${productId}`)
  return await idOf(api, `/lots?client_id=${body.client_id}&product_id=${productId}&limit=1`)
}

export async function addressOf(
  { route }: DashboardPage,
  api: Caller,
  world: Pick<World, 'aLink' | 'demo'>,
): Promise<string> {
  const address = addresses[route]
  if (!address && !route.includes('$')) return route
  if (!address) throw new Error(`e2e/harness/pages.ts has no address for the page ${route}`)
  return await address(api, world)
}
