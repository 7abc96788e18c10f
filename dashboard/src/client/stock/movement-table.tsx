import { useLingui } from '@lingui/react/macro'
import { type History, type Movement, movementsOf } from '../../shared/stock/history-points.ts'
import { LotLink, RemitoLink } from '../../shared/stock/links.tsx'
import { Delta, useCauses } from '../../shared/stock/movement-status.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, None, Quantity } from '../../ui/values.tsx'

/** The newest movement first. */
export function MovementTable({ history, unit }: { history: History; unit: string }) {
  const { t } = useLingui()
  const causes = useCauses()
  const columns: Column<Movement>[] = [
    { id: 'at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'cause',
      label: t`Cause`,
      cell: (movement) => (
        <>
          {causes[movement.cause]}
          <OnPhone>
            <Document {...movement} />
          </OnPhone>
        </>
      ),
    },
    {
      id: 'document',
      label: t`Document`,
      from: 'sm',
      cell: (movement) => <Document {...movement} />,
    },
    {
      id: 'lot',
      label: t`Lot`,
      from: 'sm',
      cell: ({ lot_id, lot_number }) => <LotLink id={lot_id} number={lot_number} />,
    },
    {
      id: 'delta',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ delta }) => <Delta value={delta} unit={unit} />,
    },
    {
      id: 'after',
      label: t`On hand`,
      isNumeric: true,
      from: 'sm',
      cell: ({ quantityAfter }) => <Quantity value={quantityAfter} unit={unit} />,
    },
  ]
  return (
    <PlainTable
      label={t`Movements`}
      columns={columns}
      rows={movementsOf(history).reverse()}
      rowKey={({ id }) => id}
      rowsAtFirst={20}
    />
  )
}

function Document({ document: { type, id, number } }: Movement) {
  return type === 'remito' ? <RemitoLink id={id} numbers={number} /> : <None />
}
