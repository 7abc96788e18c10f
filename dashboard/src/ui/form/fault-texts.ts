import type { FaultParams, FieldFaultCode } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { faultText } from '../fault-text.ts'
import { fieldFaultTexts } from './field-fault-texts.ts'

/** Found by the page, which knows every code that it can find, or by the service, with its own words. */
type FieldFault = { code: FieldFaultCode; params: FaultParams[FieldFaultCode]; detail?: string }

/** The text below a field, in the reader's language. */
export function useFaultText(): (fault: FieldFault) => string {
  const { i18n } = useLingui()
  return (fault) => {
    const text = faultText(fieldFaultTexts, fault)
    return text ? i18n._(text) : (fault.detail ?? '')
  }
}
