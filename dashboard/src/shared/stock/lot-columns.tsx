import type { Lot } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { None, Quantity } from '../../ui/values.tsx'
import { HoldReason } from './hold.tsx'
import { LotLink } from './links.tsx'

/** The columns of a product's lots, for clients and staff. */
export function useLotColumns(unit: string): Column<Lot>[] {
  const { t } = useLingui()
  return [
    {
      id: 'lot',
      label: t`Lot`,
      width: '30%',
      cell: ({ id, lot_number, hold }) => (
        <>
          <LotLink id={id} number={lot_number} />
          <HoldReason hold={hold} />
        </>
      ),
    },
    {
      id: 'expires',
      label: t`Expires`,
      width: '28%',
      cell: ({ expiry_date }) => <Expiry date={expiry_date} />,
    },
    {
      id: 'vintage',
      label: t`Vintage`,
      isNumeric: true,
      width: '10%',
      from: 'sm',
      cell: ({ vintage_year }) => vintage_year ?? <None />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity }) => <Quantity value={quantity} unit={unit} />,
    },
  ]
}
