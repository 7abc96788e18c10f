import { orderColumns } from '@anden/contract/values'
import { msg } from '@lingui/core/macro'
import { useSheetColumns } from '../../../shared/sheet/use-sheet-columns.ts'

const shapes = [
  { id: 'reference', label: msg`Reference`, width: 110, isRequired: true },
  { id: 'destinatario', label: msg`Recipient`, width: 200, isRequired: true },
  { id: 'sku', label: msg`SKU`, width: 130, isCode: true },
  { id: 'quantity', label: msg`Quantity`, width: 90, isRequired: true, isNumeric: true },
  { id: 'vintage_year', label: msg`Vintage`, width: 84, isNumeric: true },
  { id: 'notes', label: msg`Notes`, width: 180, isRare: true },
  { id: 'delivery_type', label: msg`Delivery`, width: 100, isRare: true },
  { id: 'delivery_address', label: msg`Address`, width: 180, isRare: true },
  { id: 'delivery_city', label: msg`City`, width: 120, isRare: true },
  { id: 'delivery_province', label: msg`Province`, width: 120, isRare: true },
  { id: 'delivery_contact', label: msg`Contact`, width: 140, isRare: true },
  { id: 'product_id', label: msg`Id of the product`, width: 150, isRare: true, isCode: true },
] as const

/** The columns of a sheet with orders. */
export const useOrderSheetColumns = () => useSheetColumns(shapes, orderColumns)
