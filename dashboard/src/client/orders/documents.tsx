// The documents of an order: its remitos and its attached PDFs. Files are attached with the button or by dropping them.
import type { Attachment, OrderDetail, Remito } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld, portal } from '../../shared/api.ts'
import { AttachmentLink } from '../../shared/orders/attachment-link.tsx'
import { RemitoChip } from '../../shared/remitos/remito-types.tsx'
import { useMay } from '../../shared/session.ts'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { useAction } from '../../ui/use-action.ts'
import { CalendarDate, Moment, Mono } from '../../ui/values.tsx'
import { PdfButton } from '../remitos/pdf-button.tsx'
import styles from './documents.module.css'
import { orderById } from './queries.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

export function OrderDocuments({ order, remitos }: { order: OrderDetail; remitos: readonly Remito[] }) {
  const { t } = useLingui()
  const { uploads, add, retry, dismiss } = useUploads(order.id)
  const isOpen = order.status !== 'rejected' && order.status !== 'cancelled'
  const mayAttach = useMay('write:orders') && isOpen
  const mayRemove = useMay('write:orders') && order.status === 'pending'
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const attachments = order.distribution_order_attachments
  const isEmpty = remitos.length + attachments.length + uploads.length === 0
  const attach = mayAttach ? (
    <span className="not-printed">
      <FileButton accept="application/pdf,.pdf" multiple onChange={add}>
        {(props) => (
          <Button size="compact-sm" {...props}>
            {t`Attach PDF`}
          </Button>
        )}
      </FileButton>
    </span>
  ) : null
  return (
    <DropArea onDrop={add} isDisabled={!mayAttach} label={t`Drop the PDFs to attach them`}>
      <Card title={t`Documents`} aside={attach} flush>
        {isEmpty ? <p className={styles['none']}>{emptyText()}</p> : null}
        <ul className={styles['documents']}>
          {remitos.map((remito) => (
            <RemitoRow key={remito.id} {...remito} />
          ))}
          {attachments.map((file) => (
            <li key={file.id}>
              <span className={styles['name']}>{file.file_name}</span>
              <span className="quiet">
                <Moment at={file.created_at} />
              </span>
              <span className={styles['buttons']}>
                <AttachmentLink order={orderById(order.id)} {...file} />
                {mayRemove ? (
                  <Button
                    size="compact-sm"
                    aria-label={t`Remove ${file.file_name}`}
                    onClick={() => setRemoving(file)}
                  >
                    {t`Remove`}
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              {...upload}
              retry={() => retry(upload)}
              dismiss={() => dismiss(upload)}
            />
          ))}
        </ul>
      </Card>
      {removing ? <RemoveFile orderId={order.id} {...removing} close={() => setRemoving(null)} /> : null}
    </DropArea>
  )

  function emptyText(): string {
    if (mayAttach)
      return t`The remito appears at approval. Attach a purchase order or an invoice, or drop it here.`
    return t`This order has no documents.`
  }
}

function RemoveFile({
  orderId,
  id,
  file_name,
  close,
}: Pick<Attachment, 'id' | 'file_name'> & { orderId: string; close: () => void }) {
  const { t } = useLingui()
  const removal = useAction({
    mutationFn: async () => await portal.orders.attachments.delete(orderId, id),
    onSuccess: () => {
      markOld('orders')
      close()
    },
  })
  return (
    <Confirm title={t`Remove ${file_name}?`} confirmLabel={t`Remove`} action={removal} close={close}>
      <Trans>The file is deleted, and the warehouse no longer sees it. It can be attached again.</Trans>
    </Confirm>
  )
}

function RemitoRow(remito: Remito) {
  const { t } = useLingui()
  return (
    <li>
      <span className={styles['name']}>
        {t`Remito`}{' '}
        <Link to="/remitos/$id" params={{ id: remito.id }}>
          <Mono>{remito.remito_number.join(', ')}</Mono>
        </Link>{' '}
        {remito.status === 'voided' ? <RemitoChip status={remito.status} /> : null}
      </span>
      <span className="quiet">
        <CalendarDate date={remito.date} />
      </span>
      <PdfButton {...remito} />
    </li>
  )
}
