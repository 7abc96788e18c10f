// The counting of one order on this page. It is kept on the device with every step, and follows another tab.
import type { PickListRow } from '@anden/sdk/backoffice'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import {
  type Counting,
  countByHand,
  nothingCounted,
  type Outcome,
  type PickLine,
  scan,
  toThousandths,
  undo,
} from './counting.ts'
import { forgetCounting, keepCounting, keyOfCounting, readCounting } from './kept-counting.ts'

export const linesOf = (rows: readonly PickListRow[]): PickLine[] =>
  rows.map(({ quantity, ...row }) => ({ ...row, ordered: toThousandths(quantity) }))

/** `lines` is undefined while loading. */
export function useCounting(orderId: string, lines: readonly PickLine[] | undefined) {
  const [reads, readAgain] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has changed it
  const kept = useMemo(
    () => (lines ? readCounting(localStorage, orderId, lines) : nothingCounted),
    [orderId, lines, reads],
  )
  const [changed, setChanged] = useState<{ from: Counting; to: Counting } | null>(null)
  const counting = changed?.from === kept ? changed.to : kept
  const [isKept, setKept] = useState(true)
  // The next code of a reader comes before the page is rendered again.
  const latest = useRef(counting)
  latest.current = counting
  const replace = (to: Counting) => {
    latest.current = to
    setChanged({ from: kept, to })
  }
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === keyOfCounting(orderId) && readAgain()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [orderId])

  const take = ({ counting, outcome }: { counting: Counting; outcome: Outcome }) => {
    if (counting !== latest.current) keep(counting)
    return outcome
  }
  const keep = (counting: Counting) => {
    replace(counting)
    setKept(keepCounting(localStorage, { orderId, lines: lines ?? [], counting, now: Date.now() }))
  }
  return {
    counting,
    /** Whether it survives a reload. */
    isKept,
    scan: (code: string) => take(scan(lines ?? [], latest.current, code)),
    countByHand: (line: PickLine, total: number) =>
      take(countByHand(lines ?? [], latest.current, line, total)),
    undo: () => {
      const before = undo(latest.current)
      if (before) keep(before)
    },
    forget: () => {
      forgetCounting(localStorage, orderId)
      replace(nothingCounted)
    },
  }
}
