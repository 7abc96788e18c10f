// Previews what approval would pick for the order as it stands, and what is short. The query key begins with the stock
// topic, so the preview follows when the stock changes while someone is typing.
import type { NewOrder, OrderPreview } from '@anden/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { one, portal } from '../../../shared/api.ts'

const typingMs = 300

/** `orderId`: of the order that is changed, whose own reservation counts as available. */
export function usePreview(
  { destinatario_id, items }: NewOrder,
  orderId: string | undefined,
): OrderPreview | undefined {
  const asked = JSON.stringify({
    destinatario_id,
    items: items.map(withoutNotes),
    ...(orderId ? { order_id: orderId } : {}),
  })
  const [settled] = useDebouncedValue(asked, typingMs)
  const isComplete = Boolean(destinatario_id) && items.length > 0
  const preview = useQuery({
    ...previewOf(settled),
    enabled: isComplete && settled === asked,
    placeholderData: keepPreviousData,
  })
  return isComplete ? preview.data : undefined
}

const previewOf = (body: string) =>
  one(['stock', 'preview', body], (options) => portal.orders.preview(JSON.parse(body), options))

const withoutNotes = ({ notes: _, ...item }: NewOrder['items'][number]) => item
