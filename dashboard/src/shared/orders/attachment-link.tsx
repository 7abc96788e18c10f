import type { Attachment } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { type one, queryClient } from '../api.ts'

/** A link is valid for one hour after it was read. The margin of ten minutes allows for clock differences. */
const linkLifeMs = 50 * 60_000

type OrderWithFiles = { distribution_order_attachments: readonly Attachment[] }

/** `order` is the query that the attachment was read with: it is read again for a link that has not expired. */
export function AttachmentLink<Order extends OrderWithFiles>({
  order: query,
  id,
  file_name,
  file_url,
}: Attachment & { order: ReturnType<typeof one<Order>> }) {
  const { t } = useLingui()
  const { queryKey } = query
  const open = async (event: MouseEvent) => {
    const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    if (Date.now() - readAt < linkLifeMs) return
    event.preventDefault()
    const order = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    const fresh = order.distribution_order_attachments.find((attachment) => attachment.id === id)
    if (fresh) location.assign(fresh.file_url)
  }
  return (
    <Button
      component="a"
      size="compact-sm"
      href={file_url}
      aria-label={t`Open ${file_name}`}
      onClick={(event: MouseEvent) => void open(event)}
    >
      {t`Open`}
    </Button>
  )
}
