import type { LineError } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { faultText } from '../../ui/fault-text.ts'
import { lineFaultTexts } from './line-fault-texts.ts'

/** What to write instead, in the reader's language; in the service's own words for a code that is not known here. */
export function useLineFaultText(): (fault: LineError) => string {
  const { i18n } = useLingui()
  return (fault) => {
    const text = faultText(lineFaultTexts, fault)
    return text ? i18n._(text) : fault.detail
  }
}
