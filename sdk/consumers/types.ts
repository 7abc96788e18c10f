// Uses every entry of the package, with the types of Node's server. Compiled only: by several versions of TypeScript, as an
// ES module, as CommonJS and for a bundler.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Anden, AndenError, etagCache, type OrderDetail } from '@anden/sdk'
import { Backoffice } from '@anden/sdk/backoffice'
import { isTestEvent, unwrap, WebhookSignatureError } from '@anden/sdk/webhooks'
import { expressWebhook } from '@anden/sdk/webhooks/express'
import { fastifyWebhook } from '@anden/sdk/webhooks/fastify'
import { fetchWebhook } from '@anden/sdk/webhooks/fetch'
import { honoWebhook } from '@anden/sdk/webhooks/hono'
import { nextApiRoute, nextRoute } from '@anden/sdk/webhooks/next'
import { nodeWebhook } from '@anden/sdk/webhooks/node'

declare const fromEnvironment: string | undefined
const secret = fromEnvironment ?? ''
const signal = new AbortController().signal

const anden = new Anden({
  baseUrl: 'https://portal.example.com',
  apiKey: fromEnvironment,
  cache: etagCache(),
  hooks: { afterRequest: (_request, { retryInMs }) => void retryInMs?.toFixed() },
})

export async function use(id: string): Promise<OrderDetail | string | null> {
  for await (const event of anden.events.follow(undefined, { signal, untilCaughtUp: true }))
    if (event.type === 'order.approved') event.data.object.order_number.toUpperCase()
  const rows = await anden.stock.list({ limit: 10 }).toArray({ max: 20 })
  rows[0]?.products.sku.toUpperCase()
  const answer: unknown = await anden.request('GET', '/stock', { query: { limit: 1 } })
  try {
    const { data } = await anden.orders.get(id, {}, { signal }).withResponse()
    return data
  } catch (error) {
    if (error instanceof WebhookSignatureError) return error.reason
    if (!(error instanceof AndenError)) throw error
    if (error.code === 'orders/insufficient-stock') return error.problem.shortages[0]?.product_id ?? null
    return typeof answer === 'string' ? answer : error.url
  }
}

void (() => {
  // @ts-expect-error: options in the place of the query, which this route has not
  void anden.orders.get('id', { signal })
  // @ts-expect-error: a misspelt filter
  void anden.orders.list({ status: 'aproved' })
  // @ts-expect-error: there is no such method
  void anden.orders.purge()
})

export const staff = new Backoffice({ baseUrl: 'https://portal.example.com' })

const handler = async ({ id, type }: { id: string; type: string }) => {
  if (!isTestEvent({ id })) await staff.request('POST', '/notes', { body: { type } })
}
export const server = createServer(nodeWebhook({ secret, toleranceSeconds: undefined }, handler))
createServer(async (request, response) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  const event = await unwrap(Buffer.concat(chunks), request.headers['service-signature'], [secret])
  response.end(event.id)
})

// What Next.js calls an API route with.
type NextApiRequest = IncomingMessage & {
  query: object
  cookies: object
  body: string
  env: NodeJS.ProcessEnv
}
type NextApiResponse = ServerResponse & { send: (body: object) => void }
type NextApiHandler = (request: NextApiRequest, response: NextApiResponse) => unknown
export const apiRoute: NextApiHandler = nextApiRoute({ secret }, handler)
export const POST: (request: Request) => Promise<Response> = nextRoute({ secret }, handler)
export const worker: (request: Request) => Promise<Response> = fetchWebhook({ secret }, handler)
export const others = [expressWebhook({ secret }, handler), honoWebhook({ secret }, handler)]
export const plugin = fastifyWebhook({ url: '/hooks', secret, onError: undefined }, handler)
