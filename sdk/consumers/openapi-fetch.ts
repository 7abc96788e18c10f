// A client that somebody else's generator makes from the API descriptions.
import createClient from 'openapi-fetch'
import type { paths as BackofficePaths } from './backoffice.d.ts'
import type { components, paths as PortalPaths } from './portal.d.ts'

declare const process: { env: Record<string, string | undefined> }
const { ANDEN_URL, ANDEN_KEY, ANDEN_STAFF_KEY, PRODUCT_ID = '', DESTINATARIO_ID = '' } = process.env
const withKey = (key?: string) => ({ headers: { authorization: `Bearer ${key}` } })

const portal = createClient<PortalPaths>({ baseUrl: `${ANDEN_URL}/api/v1/portal`, ...withKey(ANDEN_KEY) })
const backoffice = createClient<BackofficePaths>({
  baseUrl: `${ANDEN_URL}/api/v1/backoffice`,
  ...withKey(ANDEN_STAFF_KEY),
})

const created = await portal.POST('/orders', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { destinatario_id: DESTINATARIO_ID, items: [{ product_id: PRODUCT_ID, quantity: 1 }] },
})
if (!created.data) throw new Error(created.error.detail)
const approved = await backoffice.PATCH('/orders/{id}', {
  params: { path: { id: created.data.id } },
  body: { action: 'approve' },
})
if (approved.data?.status !== 'approved') throw new Error(approved.error?.detail)
const { data: page } = await portal.GET('/remitos', {
  params: { query: { source_order_id: created.data.id } },
})
if (page?.data[0]?.type !== 'egreso') throw new Error('no remito')
const { data: csv } = await portal.GET('/remitos.csv', { parseAs: 'text' })
if (!csv?.includes('egreso')) throw new Error('no CSV')

// Events are typed by `type`; there can be types that are not known yet.
type Event = components['schemas']['Event']
const isOf = <Type extends string>(event: Event, type: Type): event is Extract<Event, { type: Type }> =>
  event.type === type
const { data: feed } = await portal.GET('/events')
const placed = feed?.data.find((event) => isOf(event, 'order.created'))
if (!placed?.data.object.order_number.startsWith('PED-')) throw new Error('no event')

const { data: ways } = await portal.GET('/auth/options')
if (!ways) throw new Error('no ways to sign in')
const { error } = await portal.GET('/orders/{id}', { params: { path: { id: PRODUCT_ID } } })
if (error?.status !== 404) throw new Error('not refused')

// biome-ignore lint/suspicious/noConsole: the result that the test reads
console.log('ok')
