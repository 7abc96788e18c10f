import type { Lot, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Columns } from '../../ui/card.tsx'
import { today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { effectOf, type LotChange, type StockNow } from './effect.ts'
import { EffectTable } from './effect-table.tsx'
import { staffLotsOf, staffStockOf } from './queries.ts'
import { useGoodsPreview } from './use-goods-preview.ts'

type TransferEffectProps = {
  row: StaffStockRow
  lots: readonly Lot[]
  toProductId: string
  quantity: number
  lotId: string
}

/** Both sides of a transfer: the goods leave lots of one client and become lots of the other. */
export function TransferEffect({ row, lots, toProductId, quantity, lotId }: TransferEffectProps) {
  const { t } = useLingui()
  const item = { product_id: row.product_id, quantity, ...(lotId ? { lot_id: lotId } : {}) }
  const { preview, error } = useGoodsPreview(quantity > 0 ? [item] : [])
  const to = useQuery({ ...staffStockOf(toProductId), enabled: toProductId !== '' }).data
  const toLots = useQuery({
    ...staffLotsOf(to?.client_id ?? '', toProductId),
    enabled: to !== undefined,
  }).data?.data
  const picks = preview?.items[0]?.picks ?? []
  const out = picks.map((pick) => ({ lotId: pick.lot_id, lotNumber: pick.lot_number, delta: -pick.quantity }))
  const unit = row.products.unit_type
  if (error) return <ProblemNote error={error} />
  return (
    <Columns columns="1fr 1fr">
      <EffectTable label={row.client_name} effect={effectOf(stockOf(row, lots), out, today())} unit={unit} />
      {to && toLots ? (
        <EffectTable
          label={to.client_name}
          effect={effectOf(stockOf(to, toLots), picks.map(arrivingIn(toLots)), today())}
          unit={unit}
        />
      ) : (
        <p className="quiet">{t`Choose the product that gets the goods, to see what the other client will have.`}</p>
      )}
    </Columns>
  )
}

const stockOf = ({ quantity, reserved_quantity }: StaffStockRow, lots: readonly Lot[]): StockNow => ({
  quantity,
  reserved: reserved_quantity ?? 0,
  lots,
})

type Picked = Pick<Lot, 'lot_number' | 'expiry_date' | 'vintage_year' | 'quantity'>

/** Goods arrive in the lot with the same number, expiry date and vintage, which is created if there is none. */
const arrivingIn =
  (lots: readonly Lot[]) =>
  ({ lot_number, expiry_date, vintage_year, quantity }: Picked): LotChange => {
    const known = lots.find(
      (lot) =>
        lot.lot_number === lot_number && lot.expiry_date === expiry_date && lot.vintage_year === vintage_year,
    )
    return { lotId: known?.id ?? null, lotNumber: lot_number, delta: quantity }
  }
