import type { TraceEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../shell/session.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Moment, None } from '../ui/values.tsx'
import { useCauses } from './causes.ts'
import { Delta } from './delta.tsx'
import { OnPhone } from './on-phone.tsx'
import { traceOf } from './queries.ts'
import { RemitoLink } from './remito-link.tsx'
import styles from './trace.module.css'

/** Every movement of the lot, oldest first, as it happened. */
export function TraceEntries({ lotId, unit }: { lotId: string; unit: string }) {
  const { t } = useLingui()
  const pages = useInfiniteQuery(traceOf(lotId))
  const causes = useCauses()
  const seesOrders = useMay('read:orders')
  const columns: Column<TraceEntry>[] = [
    { id: 'at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'cause',
      label: t`Cause`,
      cell: ({ cause, remito, recipient }) => (
        <>
          {causes[cause]} {remito?.status === 'voided' ? <Chip tone="mute">{t`voided`}</Chip> : null}
          <OnPhone>{recipient?.name}</OnPhone>
        </>
      ),
    },
    {
      id: 'document',
      label: t`Document`,
      from: 'sm',
      cell: ({ remito }) =>
        remito ? <RemitoLink id={remito.id} numbers={remito.remito_number.join(', ')} /> : <None />,
    },
    {
      id: 'order',
      label: t`Order`,
      from: 'md',
      cell: ({ order }) => (order ? <OrderLink {...order} isLink={seesOrders} /> : <None />),
    },
    {
      id: 'recipient',
      label: t`Recipient`,
      from: 'sm',
      cell: ({ recipient }) =>
        recipient ? (
          <Link to="/destinatarios/$id" params={{ id: recipient.id }}>
            {recipient.name}
          </Link>
        ) : (
          <None />
        ),
    },
    {
      id: 'delta',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ delta }) => <Delta value={delta} unit={unit} />,
    },
  ]
  return (
    <Card title={t`Movements, oldest first`} flush>
      <PlainTable
        label={t`Movements`}
        columns={columns}
        rows={pages.data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ id }) => id}
        rowsAtFirst={Number.POSITIVE_INFINITY}
        empty={<Empty title={t`No movements yet`} />}
      />
      {pages.isFetchNextPageError ? (
        <ProblemNote error={pages.error} retry={() => void pages.fetchNextPage()} />
      ) : null}
      {pages.hasNextPage && !pages.isFetchNextPageError ? (
        <p className={styles['more']}>
          <Button
            size="compact-sm"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t`Show later movements`}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}

function OrderLink({ id, order_number, isLink }: { id: string; order_number: string; isLink: boolean }) {
  if (!isLink) return order_number
  return <Link to={`/orders/${id}` as string}>{order_number}</Link>
}
