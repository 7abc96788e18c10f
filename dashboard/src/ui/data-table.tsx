// A list by pages: loading, empty, failed, more and ten thousand rows are dealt with here, once.
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Rows } from '../api.ts'
import { cellClass } from './cell-class.ts'
import styles from './data-table.module.css'
import { Empty } from './empty.tsx'
import { useFilters } from './filters.tsx'
import { useAnnouncedColumns, useShownColumns } from './list-columns.ts'
import { ProblemNote } from './problem.tsx'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Figures stand under each other. */
  isNumeric?: boolean
  /** Left out on narrower screens: `md` below 1024 px, `sm` below 700 px. */
  from?: 'sm' | 'md'
  /** Its share of the table, as `25%`: where the rows would otherwise move the columns when they arrive. */
  width?: string
}

type DataTableProps<Row> = {
  label: string
  query: Rows<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The page of a row. The first column also links to it, for the keyboard. */
  open?: (row: Row) => string
  /** Opens a row beside the list instead of on a page of its own. */
  select?: (row: Row) => void
  empty: ReactNode
  /** Marks the row that is shown beside the list. */
  isSelected?: (row: Row) => boolean
  /** A box before each row, for what is done with several at once. */
  marks?: Marks<Row>
}

type Marks<Row> = { has: (row: Row) => boolean; toggle: (row: Row) => void; labelOf: (row: Row) => string }

const rowHeight = 41
const rowsBeforeEnd = 30
const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, rowKey, empty, label } = props
  const { t } = useLingui()
  const filters = useFilters()
  const pages = useInfiniteQuery(query.pages)
  useAnnouncedColumns(props.columns)
  const columns = useShownColumns(props.columns)
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? []

  if (pages.isError && rows.length === 0)
    return <ProblemNote error={pages.error} retry={() => void pages.refetch()} />
  if (pages.isSuccess && rows.length === 0) {
    if (!filters.areSet) return <div className={styles['frame']}>{empty}</div>
    const clear = <Button onClick={filters.clear}>{t`Clear the filters`}</Button>
    return (
      <div className={styles['frame']}>
        <Empty title={t`Nothing matches these filters`} action={clear} />
      </div>
    )
  }
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label} aria-busy={pages.isFetching}>
        <thead>
          <tr>
            {props.marks ? (
              <th scope="col" className={styles['mark']}>
                <span className="visually-hidden">{t`Selected`}</span>
              </th>
            ) : null}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                style={column.width ? { width: column.width } : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        {pages.isPending ? (
          <tbody>
            {skeletonRows.map((row) => (
              <tr key={row}>
                {props.marks ? <td className={styles['mark']} /> : null}
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)}>
                    <Skeleton
                      height={12}
                      width={column.isNumeric ? 56 : '70%'}
                      ml={column.isNumeric ? 'auto' : 0}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ) : (
          <WindowedRows {...props} columns={columns} rows={rows} rowKey={rowKey} pages={pages} />
        )}
      </table>
      {pages.isFetchNextPageError ? (
        <ProblemNote error={pages.error} retry={() => void pages.fetchNextPage()} />
      ) : null}
    </div>
  )
}

type WindowedRowsProps<Row> = DataTableProps<Row> & {
  rows: Row[]
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => unknown }
}

/** Only the rows near the window exist, so that ten thousand scroll as ten do. */
function WindowedRows<Row>(props: WindowedRowsProps<Row>) {
  const { rows, columns, rowKey, open, select, isSelected, marks, pages } = props
  const columnCount = columns.length + (marks ? 1 : 0)
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const windowed = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const shown = windowed.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const wantsMore = last >= rows.length - rowsBeforeEnd
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [wantsMore, hasNextPage, isFetchingNextPage, isError, fetchNextPage])

  const above = (shown[0]?.start ?? 0) - windowed.options.scrollMargin
  const below = windowed.getTotalSize() - ((shown.at(-1)?.end ?? 0) - windowed.options.scrollMargin)
  const openRow = (event: MouseEvent, row: Row) => {
    const isOnControl = (event.target as Element).closest('a, button, input, label')
    if (isOnControl || window.getSelection()?.toString()) return
    select?.(row)
    if (open) void navigate({ to: open(row) })
  }
  return (
    <tbody ref={body}>
      {above > 0 ? <SpacerRow height={above} columns={columnCount} /> : null}
      {shown.map(({ index, key }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <tr
            key={key}
            data-index={index}
            ref={windowed.measureElement}
            className={open || select ? styles['opens'] : undefined}
            aria-current={isSelected?.(row) || undefined}
            onClick={(event) => openRow(event, row)}
          >
            {marks ? (
              <td className={styles['mark']}>
                <Checkbox
                  size="xs"
                  checked={marks.has(row)}
                  onChange={() => marks.toggle(row)}
                  aria-label={marks.labelOf(row)}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        )
      })}
      {below > 0 ? <SpacerRow height={below} columns={columnCount} /> : null}
    </tbody>
  )
}

function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className={styles['spacer']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
