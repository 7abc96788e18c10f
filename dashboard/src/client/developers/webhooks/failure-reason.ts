import type { DeliveryFault } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { faultText } from '../../../ui/fault-text.ts'
import { deliveryFaultTexts } from './delivery-fault-texts.ts'

/**
 * Why an attempt failed, in the reader's language. The service's own words are shown where the attempt is older than the codes,
 * or the service newer than this page.
 */
export function useFailureReason(): (failure: DeliveryFault | null, text: string) => string {
  const { i18n } = useLingui()
  return (failure, text) => {
    const known = failure && faultText(deliveryFaultTexts, failure)
    return known ? i18n._(known) : text
  }
}
