// What an update of a pending order has changed, in words: one text per field and line.
import type { OrderUpdate } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import { useDeliveryTypes } from './delivery.tsx'

type Field = OrderUpdate['fields'][number]
type Line = OrderUpdate['lines'][number]
/** What of an update is put into words. The two APIs have it alike. */
export type UpdateParts = { fields: Field[]; lines: Line[] }
/** The unit of a product; '' if it is not known here. */
export type UnitOfProduct = (productId: string) => string

export function useUpdateTexts(): (update: UpdateParts, unitOf?: UnitOfProduct) => string[] {
  const lineText = useLineText()
  const fieldText = useFieldText()
  return ({ fields, lines }, unitOf = () => '') => [
    ...lines.map((line) => lineText(line, unitOf(line.product_id))),
    ...fields.map(fieldText),
  ]
}

function useLineText(): (line: Line, unit: string) => string {
  const { t } = useLingui()
  return ({ products, vintage_year, before, after }, unit) => {
    const name = vintage_year ? t`${products.name} (vintage ${vintage_year})` : products.name
    if (!before && !after) return name
    if (!before) return t`${name}: ${quantityText(after?.quantity ?? 0, unit)} added`
    if (!after) return t`${name}: removed, it was ${quantityText(before.quantity, unit)}`
    const [was, is] = [formatNumber(before.quantity), quantityText(after.quantity, unit)]
    if (before.notes === after.notes) return t`${name}: ${was} → ${is}`
    const note = after.notes ? t`note “${after.notes}”` : t`without a note`
    return before.quantity === after.quantity ? t`${name}: ${note}` : t`${name}: ${was} → ${is}, ${note}`
  }
}

function useFieldText(): (field: Field) => string {
  const { t } = useLingui()
  const types: Partial<Record<string, string>> = useDeliveryTypes()
  const names: Record<Field['field'], string> = {
    reference: t`Reference`,
    destinatario_id: t`Recipient`,
    delivery_type: t`Kind of delivery`,
    notes: t`Notes`,
    delivery_address: t`Address`,
    delivery_city: t`City`,
    delivery_province: t`Province`,
    delivery_contact: t`Contact`,
  }
  return ({ field, before, after, before_name, after_name }) => {
    const shown = (value: string | null, name: string | null) => {
      if (field === 'destinatario_id') return name ?? ''
      if (field === 'delivery_type') return types[value ?? ''] ?? value ?? ''
      return value ?? t`none`
    }
    // A field of a later version of the service is named as the API does.
    const label = names[field] ?? field
    return t`${label}: ${shown(before, before_name)} → ${shown(after, after_name)}`
  }
}
