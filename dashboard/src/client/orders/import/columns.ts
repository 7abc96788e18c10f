import { type OrderColumn, orderColumns } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SheetColumn } from '../../../shared/sheet/columns.ts'

type Shape = Omit<SheetColumn, 'label' | 'names'> & { id: OrderColumn }

const shapes: readonly Shape[] = [
  { id: 'reference', width: 110, isRequired: true },
  { id: 'destinatario', width: 200, isRequired: true },
  { id: 'sku', width: 130, isCode: true },
  { id: 'quantity', width: 90, isRequired: true, isNumeric: true },
  { id: 'vintage_year', width: 84, isNumeric: true },
  { id: 'notes', width: 180, isRare: true },
  { id: 'delivery_type', width: 100, isRare: true },
  { id: 'delivery_address', width: 180, isRare: true },
  { id: 'delivery_city', width: 120, isRare: true },
  { id: 'delivery_province', width: 120, isRare: true },
  { id: 'delivery_contact', width: 140, isRare: true },
  { id: 'product_id', width: 150, isRare: true, isCode: true },
]

/** The columns of a sheet with orders. */
export function useOrderSheetColumns(): readonly SheetColumn[] {
  const { t, i18n } = useLingui()
  const labelOf: Record<OrderColumn, () => string> = {
    reference: () => t`Reference`,
    destinatario: () => t`Recipient`,
    sku: () => t`SKU`,
    quantity: () => t`Quantity`,
    vintage_year: () => t`Vintage`,
    notes: () => t`Notes`,
    delivery_type: () => t`Delivery`,
    delivery_address: () => t`Address`,
    delivery_city: () => t`City`,
    delivery_province: () => t`Province`,
    delivery_contact: () => t`Contact`,
    product_id: () => t`Id of the product`,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language only
  return useMemo(
    () => shapes.map((shape) => ({ ...shape, label: labelOf[shape.id](), names: orderColumns[shape.id] })),
    [i18n.locale],
  )
}
