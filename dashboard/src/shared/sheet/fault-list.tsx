// A sheet on a phone: its rows with faults, corrected one by one.
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { SheetColumn } from './columns.ts'
import styles from './fault-list.module.css'
import { type CellFault, inOrder, noFaults, type SheetFaults } from './faults.ts'
import { firstLine } from './grid-row.tsx'
import type { Sheet, SheetRow } from './use-sheet.ts'

type FaultListProps = {
  columns: readonly SheetColumn[]
  sheet: Sheet
  faults: SheetFaults
}

const rowsAtFirst = 20

export function FaultList({ columns, sheet, faults }: FaultListProps) {
  const { t } = useLingui()
  const [limit, setLimit] = useState(rowsAtFirst)
  // A row stays while it is being corrected: its fault goes away with the first key.
  const [touched, setTouched] = useState<number | null>(null)
  const listed = sheet.rows.flatMap((row, index) =>
    faults.has(row.key) || row.key === touched ? [{ row, index }] : [],
  )
  const others = sheet.rows.length - listed.length
  return (
    <div className={styles['rows']}>
      {listed.slice(0, limit).map(({ row, index }) => (
        <FaultyRow
          key={row.key}
          {...{ columns, sheet, row, index }}
          faults={faults.get(row.key) ?? noFaults}
          touch={() => setTouched(row.key)}
        />
      ))}
      {listed.length > limit ? (
        <Button onClick={() => setLimit(limit + rowsAtFirst)}>{t`Show more`}</Button>
      ) : null}
      {others > 0 ? (
        <p className="quiet">
          <Plural value={others} one="# line without faults" other="# lines without faults" />
        </p>
      ) : null}
    </div>
  )
}

type FaultyRowProps = {
  columns: readonly SheetColumn[]
  sheet: Sheet
  row: SheetRow
  index: number
  faults: readonly CellFault[]
  touch: () => void
}

function FaultyRow({ columns, sheet, row, index, faults, touch }: FaultyRowProps) {
  const { t } = useLingui()
  const line = index + firstLine
  // What was at fault keeps its field after it was corrected.
  const fields = useRef(new Set<string>())
  for (const { column } of faults) if (column) fields.current.add(column)
  const write = (column: string, text: string) =>
    sheet.setCells([{ row: index, column, text }], `line ${line} ${column}`)
  const summary = columns.map(({ id }) => row.cells[id]).filter(Boolean)
  return (
    <section aria-label={t`Line ${line}`} className={styles['row']} onFocus={touch}>
      <p className={styles['summary']}>
        <b>{t`Line ${line}`}</b> <span className="quiet">{summary.slice(0, 4).join(' · ')}</span>
      </p>
      {inOrder(faults, columns)
        .filter(({ column }) => column === null)
        .map(({ text }) => (
          <p key={text} className={styles['fault']}>
            {text}
          </p>
        ))}
      {columns
        .filter(({ id }) => fields.current.has(id))
        .map((column) => {
          const here = faults.filter((fault) => fault.column === column.id)
          return (
            <div key={column.id}>
              <TextInput
                label={column.label}
                autoComplete="off"
                value={row.cells[column.id] ?? ''}
                onChange={({ currentTarget }) => write(column.id, currentTarget.value)}
                {...(column.isNumeric ? { inputMode: 'decimal' as const } : {})}
                {...(here.length > 0 ? { error: here.map(({ text }) => text).join(' ') } : {})}
              />
              <div className={styles['candidates']}>
                {here
                  .flatMap(({ candidates }) => candidates)
                  .map(({ text, label, accept }) => (
                    <Button
                      key={label}
                      size="xs"
                      onClick={() => {
                        write(column.id, text)
                        accept?.()
                      }}
                    >
                      {label}
                    </Button>
                  ))}
              </div>
            </div>
          )
        })}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => sheet.removeRow(index, t`Line ${line} was removed.`)}
      >
        {t`Remove the line`}
      </Button>
    </section>
  )
}
