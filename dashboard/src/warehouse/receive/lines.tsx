import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { formatDate } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, None, Quantity } from '../../ui/values.tsx'
import type { GoodsLine } from './line.ts'
import styles from './receive.module.css'

type LinesProps = {
  lines: readonly GoodsLine[]
  faultOf: (index: number, name: string) => string | undefined
  remove: (index: number) => void
}

const faultNames = ['product_id', 'quantity', 'lot_number', 'expiry_date', 'vintage_year']

export function Lines({ lines, faultOf, remove }: LinesProps) {
  const { t } = useLingui()
  if (lines.length === 0) return null
  const columns: Column<GoodsLine>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: (line) => (
        <>
          {line.product.name} <span className="mono quiet">{line.product.sku}</span>
          <small className={styles['below']}>
            <LotOf {...line} /> <Expiry date={line.expiry_date || null} />
          </small>
          {faultNames.map((name) => (
            <span key={name} className={styles['fault']}>
              {faultOf(lines.indexOf(line), name)}
            </span>
          ))}
        </>
      ),
    },
    {
      id: 'lot',
      label: t`Lot`,
      from: 'sm',
      cell: (line) => <LotOf {...line} />,
    },
    {
      id: 'expiry',
      label: t`Expires`,
      from: 'sm',
      cell: ({ expiry_date }) => <Expiry date={expiry_date || null} />,
    },
    { id: 'vintage', label: t`Vintage`, from: 'md', cell: ({ vintage_year }) => vintage_year || <None /> },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity, product }) => <Quantity value={quantity} unit={product.unit_type} />,
    },
    {
      id: 'remove',
      label: t`Actions`,
      isNumeric: true,
      cell: (line) => (
        <ActionIcon
          className={styles['remove']}
          variant="subtle"
          color="gray"
          aria-label={t`Remove ${line.product.sku}`}
          onClick={() => remove(lines.indexOf(line))}
        >
          <X size={16} />
        </ActionIcon>
      ),
    },
  ]
  return <PlainTable label={t`Lines`} columns={columns} rows={lines} rowKey={({ key }) => key} />
}

/** With the date of a lot of that number that exists. */
function LotOf({ lot_number, otherExpiry }: GoodsLine) {
  const { t } = useLingui()
  return (
    <>
      {lot_number ? <Mono>{lot_number}</Mono> : <None />}{' '}
      {otherExpiry === undefined ? null : (
        <Chip tone="warn">
          {otherExpiry === null ? t`exists without a date` : t`exists with ${formatDate(otherExpiry)}`}
        </Chip>
      )}
    </>
  )
}
