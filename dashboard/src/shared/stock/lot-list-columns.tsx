// The columns of a list of lots of several products, for clients and staff.
import type { Lot } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { DayFilter, SwitchFilter, TextFilter } from '../../ui/filters.tsx'
import { None, Quantity } from '../../ui/values.tsx'
import { HoldChip } from './hold.tsx'
import { LotLink } from './links.tsx'
import { OnPhone } from './on-phone.tsx'

/** `base` precedes the path of a product, because clients and staff have different pages for it. */
export function useLotListColumns(
  base: '' | '/warehouse',
  unitOf: (productId: string) => string,
): Column<Lot>[] {
  const { t } = useLingui()
  return [
    {
      id: 'lot_number',
      label: t`Lot`,
      width: '24%',
      cell: ({ id, lot_number, hold, products }) => (
        <>
          <LotLink id={id} number={lot_number} /> <HoldChip hold={hold} />
          <OnPhone>{products.name}</OnPhone>
        </>
      ),
    },
    {
      id: 'product',
      label: t`Product`,
      from: 'sm',
      width: '30%',
      cell: ({ product_id, products }) => <Link to={`${base}/stock/${product_id}`}>{products.name}</Link>,
    },
    {
      id: 'expiry_date',
      label: t`Expires`,
      width: '20%',
      cell: ({ expiry_date }) => <Expiry date={expiry_date} />,
    },
    {
      id: 'vintage_year',
      label: t`Vintage`,
      isNumeric: true,
      from: 'md',
      width: '10%',
      cell: ({ vintage_year }) => vintage_year ?? <None />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      width: '16%',
      cell: ({ product_id, quantity }) => <Quantity value={quantity} unit={unitOf(product_id)} />,
    },
  ]
}

/** The filters of lists of lots, for clients and staff. */
export function LotFilters() {
  const { t } = useLingui()
  return (
    <>
      <TextFilter name="q" label={t`Lot number`} />
      <DayFilter name="expiring_after" label={t`Expires from`} />
      <DayFilter name="expiring_before" label={t`Expires until`} />
      <SwitchFilter name="include_depleted" label={t`Used up ones too`} />
    </>
  )
}
