import type { AndenEvent } from '@anden/sdk'
import { formatNumber } from '../../../ui/format.ts'

/** The name of the object that an event is about, and its page if it has one. */
export function subjectOf(event: AndenEvent): { label: string; to: string | null } {
  const object: Record<string, unknown> = { ...event.data.object }
  const text = (name: string) => (typeof object[name] === 'string' ? (object[name] as string) : null)
  const id = text('id')
  switch (event.type.split('.')[0]) {
    case 'order':
      return { label: text('order_number') ?? id ?? '', to: id ? `/orders/${id}` : null }
    case 'remito':
      return { label: [object['remito_number']].flat().join(', '), to: id ? `/remitos/${id}` : null }
    case 'stock':
      return {
        label: `${formatNumber(Number(object['old_quantity']))} → ${formatNumber(Number(object['new_quantity']))}`,
        to: `/stock/${text('product_id')}`,
      }
    case 'lot':
      return { label: text('lot_number') ?? '', to: `/lots/${text('lot_id')}` }
    default:
      return { label: text('number') ?? text('description') ?? id ?? '', to: null }
  }
}
