// Clients of the SDK for a service under test, as a warehouse's client and its ERP would make them.
import { staffScopes } from '@anden/contract'
import { issueStaffKey } from '../../../server/src/identity/issue-keys.ts'
import type { TestService } from '../../../server/tests/harness/service.ts'
import { Backoffice } from '../backoffice.ts'
import { Anden } from '../index.ts'
import type { ClientOptions } from '../options.ts'

export async function backofficeOf(service: TestService, options: ClientOptions = {}): Promise<Backoffice> {
  const { token } = await issueStaffKey(service.db, { name: 'erp', scopes: staffScopes })
  return new Backoffice({ baseUrl: service.url, apiKey: token, ...options })
}

/** A client of the warehouse with a product, some of which lies in one lot, and a destinatario. */
export async function stockedClient(
  service: TestService,
  backoffice: Backoffice,
  options: ClientOptions = {},
) {
  const { id: clientId, token } = await service.aClient()
  const anden = new Anden({ baseUrl: service.url, apiKey: token, ...options })
  const product = await backoffice.clients.products.create(clientId, {
    name: 'Malbec Reserva 750 ml',
    sku: 'MAL-RES-750',
    unit_type: 'caja',
  })
  const remito = await backoffice.remitos.create({
    client_id: clientId,
    type: 'ingreso',
    items: [{ product_id: product.id, quantity: 100, lot_number: 'L1' }],
  })
  const destinatario = await anden.destinatarios.create({ name: 'Vinoteca del Centro' })
  const anOrder = (quantity: number) => ({
    destinatario_id: destinatario.id,
    items: [{ product_id: product.id, quantity }],
  })
  return { clientId, token, anden, product, ingreso: remito, destinatario, anOrder }
}

/** All rows of a list. */
export async function allRows<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) rows.push(row)
  return rows
}
