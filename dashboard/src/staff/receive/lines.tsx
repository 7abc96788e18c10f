import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { formatDate } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, None, Quantity } from '../../ui/values.tsx'
import { type Goods, type GoodsLine, goodsOf } from './line.ts'
import { lotsOfProduct, otherExpiryOf } from './lookups.ts'
import styles from './receive.module.css'
import { lineId } from './use-lines.ts'

type LinesProps = {
  clientId: string
  lines: readonly GoodsLine[]
  faultOf: (index: number, name: string) => string | undefined
  /** The fields shown in place of a line that is being edited. */
  fieldsOf: (line: GoodsLine, index: number) => ReactNode
  edit: (key: string) => void
  remove: (key: string) => void
}

const faultNames = ['product_id', 'quantity', 'lot_number', 'expiry_date', 'vintage_year']

export function Lines({ clientId, lines, faultOf, fieldsOf, edit, remove }: LinesProps) {
  const { t } = useLingui()
  if (lines.length === 0) return null
  const lotOf = (line: GoodsLine) => (
    <LotOf clientId={clientId} goods={line.goods} above={goodsOf(lines.slice(0, lines.indexOf(line)))} />
  )
  const expiryOf = ({ goods }: GoodsLine) => <Expiry date={goods?.expiry_date || null} />
  const faultsOf = (line: GoodsLine) => faultNames.flatMap((name) => faultOf(lines.indexOf(line), name) ?? [])
  const nameOf = ({ goods, draft }: GoodsLine) => goods?.product.sku ?? draft?.code ?? ''
  const columns: Column<GoodsLine>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: (line) => (
        <span id={lineId(line.key)} className={styles['line']}>
          {line.goods ? `${line.goods.product.name} ` : null}
          <span className="mono quiet">{nameOf(line)}</span>
          <small className={styles['below']}>
            {lotOf(line)} {expiryOf(line)}
          </small>
          {faultsOf(line).map((fault) => (
            <span key={fault} className={styles['fault']}>
              {fault}
            </span>
          ))}
        </span>
      ),
    },
    { id: 'lot', label: t`Lot`, from: 'sm', cell: lotOf },
    { id: 'expiry', label: t`Expires`, from: 'sm', cell: expiryOf },
    { id: 'vintage', label: t`Vintage`, from: 'md', cell: ({ goods }) => goods?.vintage_year ?? <None /> },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ goods, draft }) =>
        goods ? <Quantity value={goods.quantity} unit={goods.product.unit_type} /> : draft?.quantity,
    },
    {
      id: 'remove',
      label: t`Actions`,
      isNumeric: true,
      cell: (line) => (
        <span className={styles['actions']}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Edit ${nameOf(line)}`}
            {...(faultsOf(line).length > 0 ? { 'data-at-fault': true } : {})}
            onClick={() => edit(line.key)}
          >
            <Pencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${nameOf(line)}`}
            onClick={() => remove(line.key)}
          >
            <X size={16} />
          </ActionIcon>
        </span>
      ),
    },
  ]
  return (
    <PlainTable
      label={t`Lines`}
      columns={columns}
      rows={lines}
      rowKey={({ key }) => key}
      // Shows all lines, so that the last one added is never hidden behind “Show more”.
      rowsAtFirst={Number.POSITIVE_INFINITY}
      inPlaceOf={(line) => fieldsOf(line, lines.indexOf(line))}
    />
  )
}

type LotOfProps = { clientId: string; goods: Goods | null; above: readonly Goods[] }

/** The lot number, with a warning if that lot exists with another expiry date. */
function LotOf({ clientId, goods, above }: LotOfProps) {
  const { t } = useLingui()
  const lots = useQuery({
    ...lotsOfProduct(clientId, goods?.product.id ?? ''),
    enabled: goods !== null && goods.lot_number !== '',
  })
  const otherExpiry = goods ? otherExpiryOf(goods, lots.data ?? [], above) : undefined
  return (
    <>
      {goods?.lot_number ? <Mono>{goods.lot_number}</Mono> : <None />}{' '}
      {otherExpiry === undefined ? null : (
        <Chip tone="warn">
          {otherExpiry === null ? t`exists without a date` : t`exists with ${formatDate(otherExpiry)}`}
        </Chip>
      )}
    </>
  )
}
