// A paginated list. Handles loading, empty and failed lists, further pages, and ten thousand rows.
import { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Rows } from '../shared/api.ts'
import { Empty } from './card.tsx'
import { ColumnHeads, cellClass } from './column-heads.tsx'
import styles from './data-table.module.css'
import { useFilters } from './filters.tsx'
import { useAnnouncedColumns, useShownColumns } from './list-columns.ts'
import { ProblemNote } from './problem.tsx'
import { useProblemText } from './problem-texts.ts'
import { type RowActions, WindowedRows } from './windowed-table.tsx'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Aligns figures to the right. */
  isNumeric?: boolean
  /** Hidden on narrower screens: `lg` below 1280 px, `md` below 1024 px, `sm` below 700 px. */
  from?: 'sm' | 'md' | 'lg'
  /** The column's share of the table from 700 px on, such as `25%`, so that arriving rows do not move the columns. */
  width?: string
}

type DataTableProps<Row> = RowActions<Row> & {
  label: string
  query: Rows<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** URL parameters that select the owner of the list. They do not count as filters. */
  keptFilters?: readonly string[]
}

const isRefusal = (error: unknown) =>
  error instanceof AndenError && (error.status === 400 || error.status === 404)

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, rowKey, empty, label } = props
  const { t } = useLingui()
  const filters = useFilters(props.keptFilters)
  const problemText = useProblemText()
  const pages = useInfiniteQuery(query.pages)
  useAnnouncedColumns(props.columns)
  const columns = useShownColumns(props.columns)
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const areAllMarked = rows.length > 0 && rows.every((row) => props.marks?.has(row))

  // What the service does not take although the rules of the route allow it, such as the id of something deleted.
  if (pages.isError && rows.length === 0 && filters.areSet && isRefusal(pages.error)) {
    const clear = <Button onClick={filters.clear}>{t`Clear the filters`}</Button>
    return (
      <div className={styles['frame']} role="alert">
        <Empty title={problemText(pages.error).title} action={clear} />
      </div>
    )
  }
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
                <Checkbox
                  size="xs"
                  checked={areAllMarked}
                  indeterminate={!areAllMarked && rows.some(props.marks.has)}
                  disabled={rows.length === 0}
                  onChange={() => props.marks?.toggleAll(rows)}
                  aria-label={t`Select all: ${label}`}
                />
              </th>
            ) : null}
            <ColumnHeads columns={columns} />
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
          <WindowedRows {...props} columns={columns} rows={rows} rowKey={rowKey} more={pages} />
        )}
      </table>
      {pages.isFetchNextPageError ? (
        <ProblemNote error={pages.error} retry={() => void pages.fetchNextPage()} />
      ) : null}
    </div>
  )
}
