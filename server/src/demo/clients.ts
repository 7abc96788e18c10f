// Creates the demo's clients with their products and destinatarios.
import { withCheckDigit } from '@anden/contract'
import { createProduct } from '../catalog/products.ts'
import { createDestinatario } from '../destinatarios/change.ts'
import { clientByCuit, insertClient } from '../identity/queries.ts'
import { type DemoProduct, demoClients, demoDestinatarios, demoProducts } from './data.ts'
import type { StepContext } from './history.ts'

export type CreatedProduct = DemoProduct & { id: string }
/** Without products and destinatarios until setUpClient has run. */
export type DemoClient = { clientId: string; products: CreatedProduct[]; destinatarioIds: string[] }

export const newDemoClients = (): DemoClient[] =>
  demoClients.map(({ id }) => ({ clientId: id, products: [], destinatarioIds: [] }))

export async function setUpClient({ tx, by }: StepContext, index: number, client: DemoClient): Promise<void> {
  for (const fields of demoClients.filter(({ id }) => id === client.clientId)) {
    // A real client may already have the invented CUIT.
    const taken = await tx.maybeOne(clientByCuit(fields.cuit_dni))
    await tx.run(insertClient({ ...fields, cuit_dni: taken ? null : fields.cuit_dni }))
  }
  for (const [position, product] of (demoProducts[index] ?? []).entries()) {
    const { name, sku, unit } = product
    // Numbers that start with 2 are for use within a company. What is weighed has no bar code.
    const gtin =
      unit === 'kg' ? null : withCheckDigit(`2${String(1000 * index + position + 1).padStart(11, '0')}`)
    const { id } = await createProduct(tx, by, client.clientId, { name, sku, unit_type: unit, gtin })
    client.products.push({ ...product, id })
  }
  for (const destinatario of demoDestinatarios[index] ?? []) {
    client.destinatarioIds.push((await createDestinatario(tx, by, client.clientId, destinatario)).id)
  }
}

export function productOf(client: DemoClient | undefined, sku: string): CreatedProduct {
  const product = client?.products.find((candidate) => candidate.sku === sku)
  if (!product) throw new Error(`the demo has no product ${sku}`)
  return product
}
