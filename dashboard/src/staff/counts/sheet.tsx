// A sheet to count by: every lot of a client that has goods, with a place to write what was found. It does not say how much there
// should be, so that people count and do not confirm.
import type { Lot } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useFilters } from '../../ui/filters.tsx'
import { formatDate, today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { CalendarDate, Mono, None } from '../../ui/values.tsx'
import { ClientField, useClientName } from '../client-field.tsx'
import { lotsToCount } from '../queries.ts'
import styles from './counts.module.css'

const route = getRouteApi('/shell/warehouse/counts/sheet')

export function CountSheet() {
  const { t } = useLingui()
  const { client_id } = route.useSearch()
  const { set } = useFilters()
  const name = useClientName(client_id ?? '') ?? '…'
  const day = formatDate(today())
  const print = client_id ? (
    <Button variant="filled" onClick={() => window.print()}>
      {t`Print`}
    </Button>
  ) : null
  return (
    <Page
      title={client_id ? t`Count sheet of ${name}, ${day}` : t`Count sheet`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/counts', label: t`Counts` },
      ]}
      actions={print}
    >
      <div className="not-printed">
        <ClientField
          label={t`Client`}
          placeholder={t`Choose a client`}
          value={client_id ?? ''}
          onChange={(id) => set('client_id', id)}
        />
      </div>
      {client_id ? <LotsToCount clientId={client_id} /> : null}
    </Page>
  )
}

function LotsToCount({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const { data: lots, error, refetch } = useQuery(lotsToCount(clientId))
  if (error && !lots) return <ProblemNote error={error} retry={() => void refetch()} />
  if (!lots) return <Skeleton height={120} />
  if (lots.length === 0) return <Empty title={t`This client has no goods here`} />
  const columns: Column<Lot>[] = [
    { id: 'sku', label: t`SKU`, cell: ({ products }) => <Mono>{products.sku}</Mono> },
    { id: 'product', label: t`Product`, cell: ({ products }) => products.name },
    { id: 'lot', label: t`Lot`, cell: ({ lot_number }) => <Mono>{lot_number}</Mono> },
    {
      id: 'expiry',
      label: t`Expires`,
      cell: ({ expiry_date }) => (expiry_date ? <CalendarDate date={expiry_date} /> : <None />),
    },
    { id: 'vintage', label: t`Vintage`, cell: ({ vintage_year }) => vintage_year ?? <None /> },
    { id: 'counted', label: t`Counted`, cell: () => <span className={styles['blank']} /> },
  ]
  return (
    <Card title={t`Lots`} flush>
      <PlainTable label={t`Lots`} columns={columns} rows={lots} rowKey={({ id }) => id} />
    </Card>
  )
}
