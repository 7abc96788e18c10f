import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

for await (const { products, available_quantity } of anden.stock.list({ min_quantity: 1 }))
  console.log(products.sku, available_quantity)

for await (const lot of anden.stock.lots.list({ expiring_before: '2027-06-30' }))
  console.log(lot.lot_number, lot.expiry_date, lot.quantity)
