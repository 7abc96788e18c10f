// The object that an event is about, by which `GET /events?object_id=…` finds it. An event has one object: the one that
// it carries. All events of an object are therefore of one family.
import type { NewEvent } from './publish.ts'

/** null: a payment or a credit note, which no list finds by its id. */
export function objectIdOf(event: NewEvent): string | null {
  switch (event.type) {
    case 'stock.changed':
      return event.object.product_id
    case 'lot.created':
    case 'lot.depleted':
    case 'lot.expiring':
    case 'lot.held':
    case 'lot.released':
      return event.object.lot_id
    case 'payment.received':
    case 'credit_note.issued':
      return null
    default:
      return event.object.id
  }
}
