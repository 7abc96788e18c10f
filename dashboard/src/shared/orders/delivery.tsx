import type { Order } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'

type Delivery = { delivery_type: string; delivery_address: string | null }

/** Marks an order that has to be delivered but has no street address. */
export function NoAddressChip({ delivery_type, delivery_address }: Delivery) {
  const { t } = useLingui()
  return delivery_type === 'envio' && !delivery_address ? <Chip tone="warn">{t`without address`}</Chip> : null
}

export function useDeliveryTypes(): Record<Order['delivery_type'], string> {
  const { t } = useLingui()
  return { envio: t`Shipped`, retiro: t`Collected` }
}
