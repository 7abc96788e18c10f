import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

// The pages are requested as they are needed.
for await (const order of anden.orders.list({ status: ['pending', 'approved'] }))
  console.log(order.order_number, order.status)

// All rows as one file: it ends without an error only if it is complete.
const csv = await anden.orders.list({ from: '2026-01-01T00:00:00Z' }).csv()
await pipeline(Readable.fromWeb(csv), createWriteStream('orders.csv'))
