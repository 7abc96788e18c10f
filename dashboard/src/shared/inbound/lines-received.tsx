import type { InboundNotice } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../ui/format.ts'

/** `3 of 12` */
export function LinesReceived({ lines, lines_received }: Pick<InboundNotice, 'lines' | 'lines_received'>) {
  const { t } = useLingui()
  const received = formatNumber(lines_received)
  const all = formatNumber(lines)
  return <span className="numeric">{t`${received} of ${all}`}</span>
}
