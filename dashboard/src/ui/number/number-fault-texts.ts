import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../format.ts'
import type { NumberFault, NumberKind, Reading } from './read-number.ts'

/**
 * Why a text was not read as a number; null if it was. Each translation names the decimal and group signs of its
 * language.
 */
export function useNumberFaultText(): (reading: Reading, kind: NumberKind) => string | null {
  const { t } = useLingui()
  return (reading, { decimals }) => {
    if (reading.is === 'doubtful') return t`This has two meanings. Which one?`
    if (reading.is !== 'refused') return null
    const limit = formatNumber(reading.limit ?? 0)
    const texts: Record<NumberFault, string> = {
      letters: t`Only the number, without letters`,
      sign: t`Only the number, without a sign before it`,
      space: t`Remove the space inside the number`,
      characters: t`Only digits, points and commas`,
      'digits-only': t`Only digits`,
      misplaced:
        decimals > 0
          ? t`Commas only between thousands (1,250,000), a point before decimals (12.5)`
          : t`Commas only between thousands: 1,250,000`,
      unfinished: t`The decimals after the point are missing`,
      fraction: t`Only whole numbers, without decimals`,
      decimals: t`At most ${limit} decimals`,
      large: t`At most ${limit}`,
    }
    return texts[reading.fault]
  }
}
