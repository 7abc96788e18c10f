import { eventPayloads, eventTypes } from '@anden/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '../../tests/harness/ajv-formats.ts'
import { renderPayload } from '../webhooks/request.ts'
import { type EventSample, eventSample } from './event-samples.ts'

const ajv = new Ajv2020({ strict: false, formats })
const nowMs = Date.parse('2026-11-02T13:45:10.250Z')
const objectOf = <Type extends EventSample['type']>(type: Type) =>
  eventSample(type, nowMs).object as Extract<EventSample, { type: Type }>['object']

describe('eventSample', () => {
  test.each(eventTypes)('of %s is what the contract describes, in its order of fields', (type) => {
    const { object } = eventSample(type, nowMs)
    expect(ajv.validate(eventPayloads[type], object), ajv.errorsText()).toBe(true)
    expect(JSON.stringify(object)).toBe(renderPayload(type, object))
  })

  test('of an order has the status that its event implies, and the one before', () => {
    const steps = eventTypes
      .filter((type) => type.startsWith('order.'))
      .map((type) => {
        const { status, previous_status } = objectOf(type as 'order.created')
        return [type, previous_status, status]
      })
    expect(steps).toEqual([
      ['order.created', null, 'pending'],
      ['order.updated', 'pending', 'pending'],
      ['order.approved', 'pending', 'approved'],
      ['order.rejected', 'pending', 'rejected'],
      ['order.in_preparation', 'approved', 'in_preparation'],
      ['order.in_transit', 'in_preparation', 'in_transit'],
      ['order.delivered', 'in_transit', 'delivered'],
      ['order.failed_delivery', 'in_transit', 'failed_delivery'],
      ['order.cancelled', 'pending', 'cancelled'],
    ])
  })

  test('has a reason where the warehouse or the client gives one', () => {
    const reasons = eventTypes
      .filter((type) => type.startsWith('order.'))
      .filter((type) => objectOf(type as 'order.created').status_reason !== null)
    expect(reasons).toEqual(['order.rejected', 'order.failed_delivery', 'order.cancelled'])
  })

  test('refers to the same order, product and lot in all events', () => {
    expect(objectOf('remito.created').source_order_id).toBe(objectOf('order.approved').id)
    const productId = objectOf('order.created').distribution_order_items[0]?.product_id
    expect(objectOf('remito.voided').distribution_remito_items[0]?.product_id).toBe(productId)
    expect(objectOf('stock.changed').product_id).toBe(productId)
    expect(objectOf('lot.depleted')).toMatchObject({
      lot_id: objectOf('lot.created').lot_id,
      product_id: productId,
    })
  })

  test('happened at the given moment', () => {
    expect(objectOf('order.created').created_at).toBe('2026-11-02T13:45:10.250Z')
    expect(objectOf('remito.created').date).toBe('2026-11-02')
    expect(objectOf('lot.expiring')).toMatchObject({ days_until_expiry: 12, expiry_date: '2026-11-14' })
  })

  test('adds up, and reverses nothing', () => {
    const { old_quantity, new_quantity, delta } = objectOf('stock.changed')
    expect(delta).toBe(new_quantity - old_quantity)
    expect(objectOf('payment.received')).toMatchObject({ type: 'payment', reverses: null, number: null })
    expect(objectOf('remito.voided').status).toBe('voided')
  })
})
