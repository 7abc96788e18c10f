import { useLingui } from '@lingui/react/macro'
import type { Fault, FaultKind } from './rules.ts'

export function useFaultText(): (fault: Fault) => string {
  const { t } = useLingui()
  return ({ fault, limit }) => {
    const texts: Record<FaultKind, string> = {
      missing: t`Fill in this field`,
      'too-short': t`At least ${limit} characters`,
      'too-long': t`At most ${limit} characters`,
      'too-small': t`Must be more than ${limit}`,
      'too-large': t`At most ${limit}`,
      'not-a-number': t`Enter a number`,
      'not-an-email': t`Enter an e-mail address, such as ana@example.com`,
      'not-an-address': t`Enter an address that begins with https://`,
      'not-a-date': t`Enter a date`,
      malformed: t`This does not have the right form`,
      'too-few': t`Add at least ${limit}`,
      'too-many': t`At most ${limit}`,
    }
    return texts[fault]
  }
}
