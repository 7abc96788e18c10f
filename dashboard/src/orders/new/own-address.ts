// Where the goods go, if not to the address of their recipient.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api.ts'
import { destinatarioById } from '../../destinatarios/queries.ts'
import type { ShownFault } from '../../ui/form/use-contract-form.ts'
import type { OrderFields } from './order-fields.ts'

/** The recipient has no street. Not known as long as it is not loaded. */
const hasNoAddress = (recipientId: string) => {
  const recipient = queryClient.getQueryData(destinatarioById(recipientId).queryKey)
  return recipient !== undefined && !recipient.address
}

export const asksForAddress = ({ delivery_type, hasOwnAddress, destinatario_id }: OrderFields) =>
  delivery_type === 'envio' && (hasOwnAddress || hasNoAddress(destinatario_id))

/** Follows the recipient that is chosen. */
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
