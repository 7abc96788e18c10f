import { Trans, useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, Quantity, quantityText } from '../../ui/values.tsx'
import type { BeforeAfter, Effect } from './effect.ts'
import styles from './effect-table.module.css'

type Row = BeforeAfter & { key: string; name: React.ReactNode }

/** Quantities before and after. */
export function EffectTable({
  label,
  effect,
  unit,
}: {
  label: string
  effect: Omit<Effect, 'lots'> & Partial<Pick<Effect, 'lots'>>
  unit: string
}) {
  const { t } = useLingui()
  const { onHand, lots = [], available, missingForOrders } = effect
  const rows: Row[] = [
    { key: 'on hand', name: t`On hand`, ...onHand },
    ...lots.map(({ lotId, lotNumber, ...figure }) => ({
      key: `lot ${lotId}`,
      name: (
        <>
          {t`Lot`} <Mono>{lotNumber}</Mono> {lotId === null ? <Chip tone="info">{t`new`}</Chip> : null}
        </>
      ),
      ...figure,
    })),
    { key: 'available', name: t`Available`, ...available },
  ]
  const columns: Column<Row>[] = [
    { id: 'name', label, cell: ({ name }) => name },
    {
      id: 'before',
      label: t`Now`,
      isNumeric: true,
      cell: ({ before }) => <Quantity value={before} unit={unit} />,
    },
    {
      id: 'after',
      label: t`Then`,
      isNumeric: true,
      cell: ({ before, after }) =>
        after === before ? <Quantity value={after} unit={unit} /> : <b>{quantityText(after, unit)}</b>,
    },
  ]
  return (
    <div className={styles['effect']} aria-live="polite">
      <PlainTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowsAtFirst={lotsAtFirst}
      />
      {missingForOrders > 0 ? (
        <p className={styles['warning']}>
          <Chip tone="warn">{t`reserved`}</Chip>{' '}
          <Trans>
            Pending orders have reserved {quantityText(missingForOrders, unit)} more than can then be picked.
          </Trans>
        </p>
      ) : null}
    </div>
  )
}

const lotsAtFirst = 12
