// The demo's clients with their products and destinatarios, as they were set up a year ago.
import { createProduct } from '../catalog/products.ts'
import { createDestinatario } from '../destinatarios/change.ts'
import { clientByCuit, insertClient } from '../identity/queries.ts'
import { type DemoProduct, demoClients, demoDestinatarios, demoProducts } from './data.ts'
import type { StepContext } from './history.ts'

export type CastProduct = DemoProduct & { id: string }
/** The ids are there once it has been set up. */
export type Cast = { clientId: string; products: CastProduct[]; destinatarioIds: string[] }

export const newCast = (): Cast[] =>
  demoClients.map(({ id }) => ({ clientId: id, products: [], destinatarioIds: [] }))

export async function setUpClient({ tx, by }: StepContext, index: number, cast: Cast): Promise<void> {
  for (const client of demoClients.filter(({ id }) => id === cast.clientId)) {
    // A real client may have the CUIT that the demo makes up.
    const taken = await tx.maybeOne(clientByCuit(client.cuit_dni))
    await tx.run(insertClient({ ...client, cuit_dni: taken ? null : client.cuit_dni }))
  }
  for (const product of demoProducts[index] ?? []) {
    const { name, sku, unit } = product
    const { id } = await createProduct(tx, by, cast.clientId, { name, sku, unit_type: unit })
    cast.products.push({ ...product, id })
  }
  for (const one of demoDestinatarios[index] ?? []) {
    cast.destinatarioIds.push((await createDestinatario(tx, by, cast.clientId, one)).id)
  }
}

export function productOf(cast: Cast | undefined, sku: string): CastProduct {
  const product = cast?.products.find((one) => one.sku === sku)
  if (!product) throw new Error(`the demo has no product ${sku}`)
  return product
}
