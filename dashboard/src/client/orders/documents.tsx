// The documents of an order: its remitos and its attached PDFs. Files are attached with the button or by dropping them.
import type { OrderDetail, Remito } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AttachmentLink } from '../../shared/orders/attachment-link.tsx'
import { RemitoChip } from '../../shared/remitos/remito-types.tsx'
import { useMay } from '../../shared/session.ts'
import { Card } from '../../ui/card.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
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
              <AttachmentLink order={orderById(order.id)} {...file} />
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
    </DropArea>
  )

  function emptyText(): string {
    if (mayAttach)
      return t`The remito appears at approval. Attach a purchase order or an invoice, or drop it here.`
    return t`This order has no documents.`
  }
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
