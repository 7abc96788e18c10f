// What each row of a sheet with orders shows at its end, and the figures above it.

import type { OrdersImportPreview } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SheetColumn } from '../../../shared/sheet/columns.ts'
import { type CellFault, inOrder, type RowState, type SheetFaults } from '../../../shared/sheet/faults.ts'
import type { Checked } from '../../../shared/sheet/use-check.ts'
import { quantityText } from '../../../ui/values.tsx'

type Order = OrdersImportPreview['orders'][number]

/** By the key of the row. */
export function useOrderRowStates(
  columns: readonly SheetColumn[],
  checked: Checked<OrdersImportPreview> | null,
  faults: SheetFaults,
): ReadonlyMap<number, RowState> {
  const { t } = useLingui()
  return useMemo(() => {
    const ofFault = ({ column, candidates }: CellFault): string => {
      const [one, other] = candidates.map(({ label }) => label)
      if (column === 'quantity' && other) return t`${one ?? ''} or ${other}?`
      return columns.find(({ id }) => id === column)?.label ?? t`Line`
    }
    const ofLine = (order: Order, line: number): RowState => {
      if (order.outcome === 'exists') {
        const number = order.order?.order_number ?? ''
        return { tone: 'info', text: t`Already ${number}` }
      }
      if (order.outcome === 'ready') return { tone: 'ok', text: t`Ready to place` }
      if (order.outcome === 'faulty') return { tone: 'mute', text: t`Not ready` }
      const item = order.items.find((one) => one.line === line)
      const shortage = order.shortages.find(({ product_id }) => product_id === item?.product_id)
      if (!shortage) return { tone: 'mute', text: t`Not ready` }
      const thousandths = Math.round((shortage.requested - shortage.available) * 1_000)
      const missing = quantityText(thousandths / 1_000, item?.unit_type ?? '')
      return { tone: 'warn', text: t`${missing} short` }
    }
    const states = new Map<number, RowState>()
    for (const order of checked?.answer.orders ?? [])
      for (const line of order.lines) {
        const key = checked?.rowOfLine.get(line)
        if (key !== undefined) states.set(key, ofLine(order, line))
      }
    for (const [key, ofRow] of faults) {
      const [first] = inOrder(ofRow, columns)
      if (first) states.set(key, { tone: 'bad', text: ofFault(first) })
    }
    return states
  }, [columns, checked, faults, t])
}
