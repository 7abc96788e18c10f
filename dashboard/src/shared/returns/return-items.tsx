// The lines of a return: what was expected, and where what came has gone.
import type { ReturnDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, None, Quantity } from '../../ui/values.tsx'
import { useReturnReasons } from './return-words.tsx'

type Item = ReturnDetail['items'][number]
type ReturnItemsProps = Pick<ReturnDetail, 'items' | 'status'> & { productCell: Column<Item>['cell'] }

export function ReturnItems({ items, status, productCell }: ReturnItemsProps) {
  const { t } = useLingui()
  const reasons = useReturnReasons()
  const quantity = (id: 'restocked' | 'held' | 'written_off', label: string): Column<Item> => ({
    id,
    label,
    isNumeric: true,
    cell: ({ unit_type, ...item }) =>
      item[id] > 0 ? <Quantity value={item[id]} unit={unit_type} /> : <None />,
  })
  const columns: Column<Item>[] = [
    { id: 'product', label: t`Product`, cell: productCell },
    { id: 'lot', label: t`Lot`, from: 'sm', cell: ({ lot_number }) => <Mono>{lot_number}</Mono> },
    { id: 'expiry', label: t`Expires`, from: 'md', cell: ({ expiry_date }) => <Expiry date={expiry_date} /> },
    {
      id: 'reason',
      label: t`Reason`,
      from: 'sm',
      cell: ({ reason, note }) => (
        <>
          {reasons[reason]}
          {note ? <div className="quiet">{note}</div> : null}
        </>
      ),
    },
    {
      id: 'expected',
      label: t({ context: 'goods of a return', message: 'Expected' }),
      isNumeric: true,
      cell: ({ expected, unit_type }) => <Quantity value={expected} unit={unit_type} />,
    },
    ...(status === 'received'
      ? [
          quantity('restocked', t`Back in stock`),
          quantity('held', t({ context: 'goods of a return', message: 'On hold' })),
          quantity('written_off', t`Written off`),
        ]
      : []),
  ]
  return (
    <Card title={t`Products`} flush>
      <PlainTable label={t`Products`} columns={columns} rows={items} rowKey={({ id }) => id} />
    </Card>
  )
}
