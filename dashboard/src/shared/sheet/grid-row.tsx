// One row of a sheet. Rows that nothing has happened to are not rendered again.
import { useLingui } from '@lingui/react/macro'
import { memo, type Ref } from 'react'
import { Chip } from '../../ui/chip.tsx'
import type { SheetColumn } from './columns.ts'
import type { CellFault, RowState } from './faults.ts'
import styles from './grid.module.css'
import type { SheetRow } from './use-sheet.ts'

type GridRowProps = {
  row: SheetRow | undefined
  index: number
  columns: readonly SheetColumn[]
  faults: readonly CellFault[]
  state: RowState | null
  /** The index of the column that has the focus; null if it is in another row. */
  activeColumn: number | null
  isEditing: boolean
  /** The first and the last of the selected columns, if it is not just one cell. */
  selection: readonly [first: number, last: number] | null
  field: Ref<HTMLElement>
  type: (text: string) => void
}

/** The line of the first row: the headings are on line 1. */
export const firstLine = 2

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, columns, faults, state, activeColumn, selection } = props
  const { t } = useLingui()
  const line = index + firstLine
  const selected = (at: number) =>
    selection && selection[0] <= at && at <= selection[1] ? { 'aria-selected': true } : {}
  return (
    <tr aria-rowindex={line} data-row={index} className={styles['row']}>
      <th scope="row" className={styles['line']}>
        {line}
      </th>
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-column={at}
          className={classOf(column)}
          {...selected(at)}
          {...(activeColumn === at ? { 'data-active': true } : {})}
          {...faultProps(index, column.id, faults)}
        >
          {activeColumn === at ? (
            <ActiveCell {...props} column={column} label={t`${column.label}, line ${line}`} />
          ) : (
            <span className={styles['text']}>{row?.cells[column.id]}</span>
          )}
          <FaultText row={index} column={column.id} faults={faults} />
        </td>
      ))}
      <td
        data-column={columns.length}
        {...selected(columns.length)}
        {...faultProps(index, null, faults)}
        {...(activeColumn === columns.length
          ? { 'data-active': true, tabIndex: 0, ref: props.field as Ref<HTMLTableCellElement> }
          : {})}
      >
        {state ? <Chip tone={state.tone}>{state.text}</Chip> : null}
        <FaultText row={index} column={null} faults={faults} />
      </td>
    </tr>
  )
})

type ActiveCellProps = GridRowProps & { column: SheetColumn; label: string }

function ActiveCell({ row, index, column, faults, isEditing, field, type, label }: ActiveCellProps) {
  return (
    <input
      ref={field as Ref<HTMLInputElement>}
      className={styles['field']}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      data-editing={isEditing || undefined}
      value={row?.cells[column.id] ?? ''}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      {...faultProps(index, column.id, faults)}
    />
  )
}

const idOfFault = (row: number, column: string | null) => `fault-${row}-${column ?? 'row'}`

function faultProps(row: number, column: string | null, faults: readonly CellFault[]) {
  if (!faults.some((fault) => fault.column === column)) return {}
  return { 'aria-invalid': true, 'aria-describedby': idOfFault(row, column) } as const
}

function FaultText({
  row,
  column,
  faults,
}: {
  row: number
  column: string | null
  faults: readonly CellFault[]
}) {
  const here = faults.filter((fault) => fault.column === column)
  if (here.length === 0) return null
  return (
    <span id={idOfFault(row, column)} className="visually-hidden">
      {here.map(({ text }) => text).join(' ')}
    </span>
  )
}

const classOf = ({ isNumeric, isCode }: SheetColumn) =>
  [isNumeric ? styles['number'] : '', isCode ? 'mono' : ''].join(' ').trim()
