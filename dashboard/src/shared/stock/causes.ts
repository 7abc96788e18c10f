import type { StockHistoryEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'

export type Cause = StockHistoryEntry['cause']

/** Why a quantity changed. */
export function useCauses(): Record<Cause, string> {
  const { t } = useLingui()
  return {
    remito_ingreso: t`Goods in`,
    remito_egreso: t`Goods out`,
    remito_void: t`Remito voided`,
    adjustment: t`Adjustment`,
    transfer: t`Transfer`,
    csv_import: t`Stock count`,
  }
}
