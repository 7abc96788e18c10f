// What is wrong with the cell that has the focus or the pointer, with the values that may have been meant.
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Candidate, CellFault } from './faults.ts'
import styles from './grid.module.css'

type FaultTipProps = {
  faults: readonly CellFault[]
  /** The cell, and what the tip is placed in. */
  anchor: () => Element | null
  frame: RefObject<HTMLElement | null>
  /** Changes whenever the cell may have moved. */
  moved: unknown
  take: (candidate: Candidate) => void
  /** Moves the focus back to the cell. */
  back: () => void
}

export function FaultTip({ faults, anchor, frame, moved, take, back }: FaultTipProps) {
  const { t } = useLingui()
  const tip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ left: number; top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the cell may have moved
  useLayoutEffect(() => setAt(placeOf(anchor(), frame.current, tip.current)), [moved, faults])
  const press = (event: KeyboardEvent) => {
    const buttons = [...(tip.current?.querySelectorAll('button') ?? [])]
    const now = buttons.findIndex((button) => button.matches(':focus'))
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step) buttons.at((now + step) % buttons.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') back()
    else return
    event.preventDefault()
  }
  const candidates = faults.flatMap(({ candidates }) => candidates)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its buttons
    <div
      ref={tip}
      data-tip
      className={styles['tip']}
      style={at ?? { visibility: 'hidden' }}
      onKeyDown={press}
    >
      <span aria-hidden="true">{faults.map(({ text }) => text).join(' ')}</span>
      {candidates.length > 0 ? (
        <fieldset aria-label={t`What was meant`}>
          {candidates.map((candidate, index) => (
            <button
              key={candidate.label}
              type="button"
              title={index === 0 ? 'Alt + Enter' : undefined}
              // The cell keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(candidate)}
            >
              {candidate.label}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

/** Above the cell, or below it if there is no room. null: the cell is scrolled out of the table. */
function placeOf(cell: Element | null, frame: HTMLElement | null, tip: HTMLElement | null) {
  const scroller = cell?.closest('[data-scroller]')
  if (!cell || !frame || !tip || !scroller) return null
  const [box, around, seen] = [cell, frame, scroller].map((one) => one.getBoundingClientRect())
  if (!box || !around || !seen || box.bottom < seen.top || box.top > seen.bottom) return null
  const isAbove = box.top - tip.offsetHeight >= 0
  return {
    left: Math.max(0, Math.min(box.left - around.left, around.width - tip.offsetWidth)),
    top: (isAbove ? box.top - tip.offsetHeight : box.bottom) - around.top,
  }
}
