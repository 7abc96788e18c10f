import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '', SKU = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

const [found] = await anden.destinatarios.list({ name: 'Bar Zonda' }).toArray({ max: 1 })
const recipient = found ?? (await anden.destinatarios.create({ name: 'Bar Zonda', address: 'Colón 50' }))

const order = await anden.orders.create({
  destinatario_id: recipient.id,
  reference: 'OC-2026-0117',
  items: [{ sku: SKU, quantity: 2 }],
})
console.log(order.reference, order.status)
if (order.duplicate_of) console.log('the reference is used already')

const cancelled = await anden.orders.update(order.id, { action: 'cancel', reason: 'Pedido de prueba' })
console.log(cancelled.reference, cancelled.status)
