import { useLingui } from '@lingui/react/macro'
import type { Fault, FaultKind } from './rules.ts'
import { faultOfDetail } from './server-faults.ts'

export function useFaultText(): (fault: Fault) => string {
  const { t } = useLingui()
  return ({ fault, limit }) => {
    const texts: Record<FaultKind, string> = {
      missing: t`Fill in this field`,
      'too-short': t`At least ${limit} characters`,
      'too-long': t`At most ${limit} characters`,
      'too-small': t`Must be more than ${limit}`,
      below: t`At least ${limit}`,
      'too-large': t`At most ${limit}`,
      'too-many-decimals': t`At most ${limit} decimals`,
      'not-a-number': t`Enter a number`,
      'not-whole': t`Enter a whole number`,
      'not-an-email': t`Enter an e-mail address, such as ana@example.com`,
      'not-an-address': t`Enter an address that begins with https://`,
      'not-a-date': t`Enter a date`,
      'not-a-cuit': t`Enter a CUIT of 11 digits or a DNI of 7 or 8; check the last digit`,
      'not-a-gtin': t`Enter a bar code of 8, 12, 13 or 14 digits; check the last one`,
      'not-a-remito-number': t`Enter a number such as R 0003-00001821`,
      past: t`Choose a moment in the future`,
      future: t`Choose a moment that is not in the future`,
      repeated: t`Each one only once`,
      'not-a-person': t`Write only the name: no addresses, no slashes, colons or at signs, and a space after a dot`,
      unknown: t`This no longer exists. Choose another one`,
      archived: t`This product is archived`,
      malformed: t`This does not have the right form`,
      'too-few': t`Add at least ${limit}`,
      'too-many': t`At most ${limit}`,
    }
    return texts[fault]
  }
}

/** Translates what the service reports about a field. */
export function useServerFaultText(): (fault: { pointer: string; detail: string }) => string {
  const textOf = useFaultText()
  return ({ pointer, detail }) => {
    const known = faultOfDetail(pointer, detail)
    return known ? textOf(known) : detail
  }
}
