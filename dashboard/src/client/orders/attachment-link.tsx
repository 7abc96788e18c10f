import type { Attachment } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { queryClient } from '../../shared/api.ts'
import { orderById } from './queries.ts'

/** A link is valid for one hour after it was read. The margin of ten minutes allows for clock differences. */
const linkLifeMs = 50 * 60_000

export function AttachmentLink({ orderId, id, file_name, file_url }: Attachment & { orderId: string }) {
  const { t } = useLingui()
  const { queryKey } = orderById(orderId)
  const open = async (event: MouseEvent) => {
    const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    if (Date.now() - readAt < linkLifeMs) return
    event.preventDefault()
    const order = await queryClient.fetchQuery({ ...orderById(orderId), staleTime: 0 })
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
