import { randomUUID } from 'node:crypto'
import type { NewEvent } from '../../../server/src/events/publish.ts'

/** Makes `payment.received` events for each client in turn. */
export function payments(clientIds: readonly string[], count: number, from = 0): NewEvent[] {
  const now = new Date().toISOString()
  return Array.from({ length: count }, (_, i) => ({
    clientId: clientIds[(from + i) % clientIds.length] ?? '',
    type: 'payment.received',
    object: {
      id: `pay_${randomUUID()}`,
      type: 'payment',
      amount: 1821.5 + i,
      payment_method: 'transferencia',
      number: null,
      description: `Pago factura 0003-${String(i).padStart(8, '0')}`,
      reverses: null,
      paid_on: now.slice(0, 10),
      created_at: now,
    },
  }))
}
