import type { Lot } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { formatDate, today } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'

/** Lots to choose from, each with the details that distinguish it. */
export function useLotChoices(unit: string) {
  const { t } = useLingui()
  return (lots: readonly Lot[]) =>
    lots.map(({ id, lot_number, expiry_date, quantity, hold }) => ({
      value: id,
      label: [
        lot_number,
        expiry_date ? (expiry_date < today() ? t`expired` : formatDate(expiry_date)) : null,
        hold ? t`on hold` : null,
        quantityText(quantity, unit),
      ]
        .filter(Boolean)
        .join(' · '),
    }))
}
