import { Trans } from '@lingui/react/macro'
import { formatDay, formatMoment, isEndOfDay } from '../../ui/format.ts'

/** A link can name any moment, while the filter can only choose the end of a day. */
export function PastStockNote({ at }: { at: string }) {
  return isEndOfDay(at) ? (
    <Trans>As recorded by the end of {formatDay(at)}. What was reserved then is not known.</Trans>
  ) : (
    <Trans>As recorded by {formatMoment(at)}. What was reserved then is not known.</Trans>
  )
}
