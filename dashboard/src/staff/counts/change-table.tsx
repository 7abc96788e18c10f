import type { ImportChange } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Delta } from '../../shared/stock/movement-status.tsx'
import { Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CalendarDate, Mono, None } from '../../ui/values.tsx'
import { WindowedTable } from '../../ui/windowed-table.tsx'

export function ChangeTable({ rows }: { rows: readonly ImportChange[] }) {
  const { t } = useLingui()
  const columns: Column<ImportChange>[] = [
    { id: 'line', label: t`Line`, isNumeric: true, width: '8%', cell: ({ line }) => formatNumber(line) },
    {
      id: 'sku',
      label: t`SKU`,
      cell: ({ sku, creates_product, location, weight_kg }) => (
        <>
          <Mono>{sku}</Mono> {creates_product ? <Chip tone="info">{t`new`}</Chip> : null}
          {location === null && weight_kg === null ? null : (
            <small className="quiet">
              {' → '}
              {[location, weight_kg === null ? null : `${formatNumber(weight_kg)} kg`]
                .filter((part) => part !== null)
                .join(', ')}
            </small>
          )}
        </>
      ),
    },
    {
      id: 'lot',
      label: t`Lot`,
      cell: ({ lot_number, creates_lot }) => (
        <>
          <Mono>{lot_number}</Mono> {creates_lot ? <Chip tone="info">{t`new`}</Chip> : null}
        </>
      ),
    },
    {
      id: 'expiry',
      label: t`Expires`,
      from: 'md',
      cell: ({ expiry_date }) => (expiry_date ? <CalendarDate date={expiry_date} /> : <None />),
    },
    {
      id: 'old',
      label: t`Recorded`,
      isNumeric: true,
      from: 'sm',
      cell: ({ old_quantity }) => formatNumber(old_quantity),
    },
    {
      id: 'new',
      label: t`Counted`,
      isNumeric: true,
      from: 'sm',
      cell: ({ new_quantity }) => formatNumber(new_quantity),
    },
    {
      id: 'delta',
      label: t`Difference`,
      isNumeric: true,
      cell: ({ delta, unit_type }) => (delta === 0 ? <None /> : <Delta value={delta} unit={unit_type} />),
    },
  ]
  return (
    <WindowedTable
      label={t`Differences`}
      columns={columns}
      rows={rows}
      rowKey={({ line }) => line}
      empty={
        <Empty
          title={t`No differences`}
        >{t`The stock is as this file says. There is nothing to apply.`}</Empty>
      }
    />
  )
}
