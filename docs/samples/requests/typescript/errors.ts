import { Anden, AndenError } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '', DESTINATARIO = '', PRODUCT = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

async function place(quantity: number) {
  try {
    return await anden.orders.create({
      destinatario_id: DESTINATARIO,
      items: [{ product_id: PRODUCT, quantity }],
    })
  } catch (error) {
    if (!(error instanceof AndenError)) throw error
    if (error.code === 'orders/insufficient-stock')
      for (const { requested, available } of error.problem.shortages ?? [])
        console.log(`${requested} requested, ${available} available`)
    else if (error.code === 'validation/invalid-body')
      for (const { pointer, detail } of error.problem.errors ?? []) console.log(pointer, detail)
    else throw error
    return null
  }
}

await place(-1)
await place(1_000_000)
