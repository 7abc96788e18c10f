// A working warehouse, driven as its users drive it: everything here goes through HTTP.
import type { StaffRemitoDetail, UnitType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Caller } from './http.ts'
import type { TestClient } from './service.ts'

export type GoodsIn = {
  product_id: string
  quantity: number
  lot_number?: string
  expiry_date?: string
  vintage_year?: number
}

type Access = { aClient: () => Promise<TestClient>; aStaffMember: () => Promise<Caller> }

export async function aWarehouse(service: Access) {
  const staff = await service.aStaffMember()

  async function aProduct(clientId: string, unit_type: UnitType = 'caja'): Promise<string> {
    const sku = `SKU-${uuidv7().slice(-12)}`
    const { body } = await staff.post(`/clients/${clientId}/products`, {
      name: `Producto ${sku}`,
      sku,
      unit_type,
    })
    return body.id
  }

  async function receive(clientId: string, ...items: GoodsIn[]): Promise<StaffRemitoDetail> {
    const answer = await staff.post('/remitos', { client_id: clientId, type: 'ingreso', items })
    if (answer.status !== 201) throw new Error(`not received: ${answer.text}`)
    return answer.body
  }

  /** A client with a destinatario, and a product with this quantity in stock. */
  async function aStockedClient(quantity = 100, unit_type: UnitType = 'caja') {
    const client = await service.aClient()
    const productId = await aProduct(client.id, unit_type)
    if (quantity > 0) await receive(client.id, { product_id: productId, quantity })
    return { ...client, productId, destinatarioId: await aDestinatario(client) }
  }

  async function aDestinatario({ portal }: TestClient): Promise<string> {
    const { body } = await portal.post('/destinatarios', {
      name: 'Vinoteca',
      address: 'Av. San Martín 1',
      phone: '1',
    })
    return body.id
  }

  const act = (orderId: string, action: string, reason?: string) =>
    staff.patch(`/orders/${orderId}`, { action, ...(reason ? { reason } : {}) })

  return { staff, aProduct, receive, aStockedClient, aDestinatario, act }
}
export type Warehouse = Awaited<ReturnType<typeof aWarehouse>>

type Orderer = { portal: Caller; destinatarioId: string; productId: string }

/** Places an order, with a new key unless one is given. */
export function order(
  { portal, destinatarioId, productId }: Orderer,
  quantity: number,
  more: Record<string, unknown> = {},
  key: string = uuidv7(),
) {
  const body = { destinatario_id: destinatarioId, items: [{ product_id: productId, quantity }], ...more }
  return portal.post('/orders', body, { 'idempotency-key': key })
}
