// A table that is filled in as a spreadsheet is: by keys and by pasting, with what is wrong at its cell.
import { useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { takeHeldTable } from '../../ui/held-keys.ts'
import { useKeysOfPage } from '../../ui/keys-of-page.ts'
import type { SheetColumn } from './columns.ts'
import { FaultTip } from './fault-tip.tsx'
import { type Candidate, noFaults, type RowState, type SheetFaults } from './faults.ts'
import styles from './grid.module.css'
import { GridFoot } from './grid-foot.tsx'
import { pressInGrid } from './grid-keys.ts'
import { firstLine } from './grid-row.tsx'
import { GridTable, rowHeight } from './grid-table.tsx'
import { type ActiveCell, type Place, useActiveCell } from './use-active-cell.ts'
import { useFaultPlaces } from './use-fault-places.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import type { Sheet } from './use-sheet.ts'

export type SheetGridProps = {
  label: string
  columns: readonly SheetColumn[]
  sheet: Sheet
  faults: SheetFaults
  /** By the key of the row. */
  states: ReadonlyMap<number, RowState>
  /** Takes text of more than one cell. */
  paste: (text: string, at: Place) => void
  /** Ctrl-Enter. */
  confirm?: () => void
  /** Whether the first cell gets the focus when the page is opened. */
  hasFirstFocus?: boolean
  /** Beside the buttons for rows. */
  tools?: ReactNode
}

/** An empty sheet looks like one. */
const minRows = 8

export function SheetGrid(props: SheetGridProps) {
  const { label, columns, sheet, faults, states, paste, confirm, hasFirstFocus = false, tools } = props
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(0)
  const rowCount = Math.max(minRows, sheet.rows.length + 1)
  const ids = useMemo(() => columns.map(({ id }) => id), [columns])
  const active = useActiveCell(sheet, ids, rowCount)
  const { place } = active
  const { field, takeField, hasFocus, setFocus } = useField(sheet, active, (text) => paste(text, place))
  const clipboard = useGridClipboard(sheet, active, paste)
  const places = useFaultPlaces({ columns, sheet, faults, active, focus: () => setFocus(true) })
  const nextFault = t`Next fault`
  useKeysOfPage(
    useMemo(
      () => [{ key: 'F8', label: nextFault, press: () => places.current.goTo(1) }],
      [nextFault, places],
    ),
  )
  useLayoutEffect(() => {
    if (hasFirstFocus) field.current?.focus({ preventScroll: true })
  }, [hasFirstFocus, field])

  const faultsAt = ({ row, column }: Place) =>
    (faults.get(sheet.rows[row]?.key ?? 0) ?? noFaults).filter(
      (fault) => fault.column === (ids[column] ?? null),
    )
  const take = (at: Place, { text, accept }: Candidate) => {
    const column = ids[at.column]
    if (column !== undefined) sheet.setCells([{ row: at.row, column, text }])
    accept?.()
    active.moveTo(at)
    setFocus(true)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) =>
    pressInGrid(event, {
      ...{ sheet, active, rowCount, lastColumn: columns.length },
      pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
      confirm: () => confirm?.(),
      goToFault: (step) => places.current.goTo(step),
      takeCandidate: () => {
        const [candidate] = faultsAt(place).flatMap(({ candidates }) => candidates)
        if (candidate) take(place, candidate)
      },
      showCandidates: () => frame.current?.querySelector<HTMLElement>('[data-tip] button')?.focus(),
      leave: () => frame.current?.querySelector<HTMLElement>('[role="toolbar"] button')?.focus(),
    })
  const point = (event: MouseEvent) => {
    const at = placeIn(event.target)
    if (!at || event.button !== 0) return
    // Whoever clicks into the cell that has the focus wants to edit its text.
    if (event.target === document.activeElement)
      return active.mode === 'moving' ? void active.edit() : undefined
    event.preventDefault()
    active.moveTo(at, event.shiftKey)
    setFocus(true)
    if (at.row === place.row && at.column === place.column) field.current?.focus()
  }
  const latestType = useRef(active.type)
  latestType.current = active.type
  const type = useCallback((text: string) => latestType.current(text), [])
  const addRow = () => {
    const at = Math.min(place.row + 1, sheet.rows.length)
    sheet.addRow(at)
    active.moveTo({ row: at, column: 0 })
    setFocus(true)
  }
  const line = place.row + firstLine
  const removeRow = () => sheet.removeRow(place.row, t`Line ${line} was removed.`)
  return (
    <Frame frame={frame} setFocus={setFocus} faultsAt={faultsAt}>
      {(hovered) => (
        <>
          <div
            ref={scroller}
            data-scroller
            className={styles['scroller']}
            onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop + currentTarget.scrollLeft)}
          >
            <GridTable
              {...{ columns, rowCount, faults, states, active, scroller, type }}
              {...clipboard}
              rows={sheet.rows}
              field={takeField}
              aria-label={label}
              onKeyDown={press}
              onMouseDown={point}
            />
          </div>
          <Tip
            at={hovered ?? (hasFocus && faultsAt(place).length > 0 ? place : null)}
            faultsAt={faultsAt}
            frame={frame}
            scrolled={scrolled}
            take={take}
            back={() => field.current?.focus()}
          />
          <GridFoot
            faultCount={places.current.count}
            goToFault={(step) => places.current.goTo(step)}
            addRow={addRow}
            removeRow={sheet.rows[place.row] ? removeRow : null}
            tools={tools}
          />
        </>
      )}
    </Frame>
  )
}

/** The text field of the cell that has the focus, or the last cell of its row. */
function useField(sheet: Sheet, active: ActiveCell, paste: (text: string) => void) {
  const field = useRef<HTMLElement>(null)
  const [hasFocus, setFocus] = useState(false)
  const { place, column, mode } = active
  const text = sheet.rows[place.row]?.cells[column ?? ''] ?? ''
  const isMoving = mode === 'moving'
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another cell has the focus, or its text was undone
  useLayoutEffect(() => {
    const element = field.current
    if (!hasFocus && !isMoving) active.settle(true)
    if (!hasFocus || !element) return
    if (document.activeElement !== element) element.focus()
    if (isMoving && element instanceof HTMLInputElement) element.select()
  }, [hasFocus, isMoving, place.row, place.column, isMoving ? text : null])
  const latest = useRef(paste)
  latest.current = paste
  const takeField = useCallback((element: HTMLElement | null) => {
    field.current = element
    if (element) takeHeldTable(element, (held) => latest.current(held))
  }, [])
  return { field, takeField, hasFocus, setFocus }
}

type FrameProps = {
  frame: RefObject<HTMLDivElement | null>
  setFocus: (hasFocus: boolean) => void
  faultsAt: (place: Place) => readonly unknown[]
  /** Takes the cell with faults that has the pointer. */
  children: (hovered: Place | null) => ReactNode
}

/** Notes where the focus and the pointer are. */
function Frame({ frame, setFocus, faultsAt, children }: FrameProps) {
  const [hovered, setHovered] = useState<Place | null>(null)
  const hover = (target: EventTarget) => {
    if (target instanceof Element && target.closest('[data-tip]')) return
    const at = placeIn(target)
    setHovered(at && faultsAt(at).length > 0 ? at : null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus and the pointer are
    <div
      ref={frame}
      className={styles['frame']}
      onFocus={({ target }) =>
        setFocus(target.closest('table') !== null || target.closest('[data-tip]') !== null)
      }
      onBlur={() => setFocus(false)}
      onMouseOver={({ target }) => hover(target)}
      onMouseLeave={() => setHovered(null)}
    >
      {children(hovered && faultsAt(hovered).length > 0 ? hovered : null)}
    </div>
  )
}

type TipProps = Omit<Parameters<typeof FaultTip>[0], 'faults' | 'anchor' | 'moved' | 'take'> & {
  at: Place | null
  faultsAt: (place: Place) => Parameters<typeof FaultTip>[0]['faults']
  scrolled: number
  take: (at: Place, candidate: Candidate) => void
}

function Tip({ at, faultsAt, scrolled, take, ...tip }: TipProps) {
  if (!at) return null
  const { row, column } = at
  return (
    <FaultTip
      {...tip}
      faults={faultsAt(at)}
      anchor={() => tip.frame.current?.querySelector(`[data-row="${row}"] [data-column="${column}"]`) ?? null}
      moved={`${row} ${column} ${scrolled}`}
      take={(candidate) => take(at, candidate)}
    />
  )
}

function placeIn(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return null
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) }
}
