import { useLingui } from '@lingui/react/macro'
import { Chip } from './chip.tsx'

type Delivery = { delivery_type: string; delivery_address: string | null }

/** Of an order that the warehouse is to deliver, and nobody has said to which street. */
export function NoAddressChip({ delivery_type, delivery_address }: Delivery) {
  const { t } = useLingui()
  return delivery_type === 'envio' && !delivery_address ? <Chip tone="warn">{t`without address`}</Chip> : null
}
