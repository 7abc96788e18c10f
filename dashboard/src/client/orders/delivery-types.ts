import type { Order } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'

export function useDeliveryTypes(): Record<Order['delivery_type'], string> {
  const { t } = useLingui()
  return { envio: t`Shipped`, retiro: t`Collected` }
}
