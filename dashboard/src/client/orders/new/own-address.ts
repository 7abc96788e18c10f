// Checks that the goods have a delivery address: the order's own, or the recipient's.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../shared/api.ts'
import type { ShownFault } from '../../../ui/form/use-contract-form.ts'
import { destinatarioById } from '../../destinatarios/queries.ts'
import type { OrderFields } from './order-fields.ts'

/** Whether the recipient is loaded and has no street. */
const hasNoAddress = (recipientId: string) => {
  const recipient = queryClient.getQueryData(destinatarioById(recipientId).queryKey)
  return recipient !== undefined && !recipient.address
}

export const asksForAddress = ({ delivery_type, hasOwnAddress, destinatario_id }: OrderFields) =>
  delivery_type === 'envio' && (hasOwnAddress || hasNoAddress(destinatario_id))

/** Re-renders when the chosen recipient is loaded. */
export function useHasNoAddress(recipientId: string): boolean {
  useQuery({ ...destinatarioById(recipientId), enabled: recipientId !== '' })
  return hasNoAddress(recipientId)
}

/** The service accepts an order without an address, but nobody could deliver it. */
export function useAddressFaults(): (values: OrderFields) => ShownFault[] {
  const { t } = useLingui()
  return (values) => {
    if (!asksForAddress(values)) return []
    const { delivery_address, delivery_city } = values
    return [
      ...(delivery_address.trim()
        ? []
        : [{ pointer: '/delivery_address', detail: t`Street and number are missing` }]),
      ...(delivery_city.trim() ? [] : [{ pointer: '/delivery_city', detail: t`The city is missing` }]),
    ]
  }
}
