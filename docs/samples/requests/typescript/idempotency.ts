import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '', DESTINATARIO = '', PRODUCT = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

// The number of the order in your own system: store it before the first attempt.
const ownNumber = process.env['NUMBER'] ?? 'web-1001'

// The SDK retries by itself, with the same key. After a restart of your program, call this again.
const place = () =>
  anden.orders.create(
    { destinatario_id: DESTINATARIO, items: [{ product_id: PRODUCT, quantity: 1 }] },
    { idempotencyKey: ownNumber },
  )

console.log((await place()).order_number)
console.log((await place()).order_number) // the same order
