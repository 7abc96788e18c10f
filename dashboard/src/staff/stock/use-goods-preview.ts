// Previews the lots that goods would be taken from now, and the shortage. The query key begins with the stock topic, so
// the preview follows when the stock changes while someone is typing.
import type { OutgoingGoods, StockPreview } from '@anden/sdk/backoffice'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'

const typingMs = 300

/** undefined while there is nothing to take. */
export function useGoodsPreview(items: OutgoingGoods['items']): {
  preview: StockPreview | undefined
  error: Error | null
} {
  const asked = JSON.stringify({ items })
  const [settled] = useDebouncedValue(asked, typingMs)
  const isAsked = items.length > 0
  const { data, error } = useQuery({
    ...previewOf(settled),
    enabled: isAsked && settled === asked,
    placeholderData: keepPreviousData,
  })
  return { preview: isAsked ? data : undefined, error: isAsked ? error : null }
}

const previewOf = (body: string) =>
  one(['stock', 'staff', 'preview', body], (options) => backoffice.stock.preview(JSON.parse(body), options))
