import type { StockImportRecord } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useExport } from '../../shared/lists/export.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { onlyFilters, useFilters } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Actor, Moment } from '../../ui/values.tsx'
import { importList } from '../queries.ts'

/** Earlier counts, of the chosen client or of all clients. */
export function CountHistory() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = importList(onlyFilters(search))
  const exported = useExport(query, 'recuentos')
  const columns: Column<StockImportRecord>[] = [
    {
      id: 'created_at',
      label: t`When`,
      width: '18%',
      cell: ({ id, created_at }) => (
        <Link to="/warehouse/counts/$id" params={{ id }}>
          <Moment at={created_at} />
        </Link>
      ),
    },
    { id: 'client', label: t`Client`, width: '24%', cell: ({ client_name }) => client_name },
    {
      id: 'actor',
      label: t`Who`,
      from: 'md',
      cell: ({ actor, actor_name }) => <Actor actor={actor} name={actor_name} />,
    },
    { id: 'lines', label: t`Lines`, isNumeric: true, from: 'sm', cell: ({ lines }) => formatNumber(lines) },
    {
      id: 'lots_changed',
      label: t`Lots changed`,
      isNumeric: true,
      cell: ({ lots_changed }) => formatNumber(lots_changed),
    },
    {
      id: 'lots_created',
      label: t`New lots`,
      isNumeric: true,
      from: 'sm',
      cell: ({ lots_created }) => formatNumber(lots_created),
    },
    {
      id: 'products_created',
      label: t`New products`,
      isNumeric: true,
      from: 'md',
      cell: ({ products_created }) => formatNumber(products_created),
    },
  ]
  return (
    <Card title={t`Earlier counts`} aside={exported.button} flush>
      {exported.problem}
      <DataTable
        label={t`Earlier counts`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/counts/${id}`}
        empty={<Empty title={t`No counts yet`}>{t`Every count that is applied is listed here.`}</Empty>}
      />
    </Card>
  )
}
