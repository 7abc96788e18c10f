// A client that somebody else's generator makes from the API descriptions.
import createClient from 'openapi-fetch'
import type { paths as BackofficePaths } from './backoffice.d.ts'
import type { paths as PortalPaths } from './portal.d.ts'

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
// The other content type of a list is CSV, which is a string.
if (typeof page !== 'object' || page.data[0]?.type !== 'egreso') throw new Error('no remito')
const { error } = await portal.GET('/orders/{id}', { params: { path: { id: PRODUCT_ID } } })
if (error?.status !== 404) throw new Error('not refused')

// biome-ignore lint/suspicious/noConsole: the result that the test reads
console.log('ok')
