// What to take from the shelves for several orders: the totals by location, then a block per order. A wrong location is
// corrected where it is noticed. On paper it is the PDF.
import { AndenError } from '@anden/sdk'
import type { PickList, PickListRow } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { OrderChip } from '../../shared/order-status.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DetailSkeleton } from '../../ui/detail.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { useFaultText } from '../../ui/form/fault-texts.ts'
import { useKeysOfPage } from '../../ui/keys-of-page.ts'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { None, Quantity } from '../../ui/values.tsx'
import { pickListOf } from '../queries.ts'
import { LocationOf } from './location-of.tsx'
import styles from './pick-list.module.css'
import { printPickList } from './print-pick-list.ts'

const route = getRouteApi('/shell/warehouse/pick-list')

export function PickListPage() {
  const { t } = useLingui()
  const { order_id = '' } = route.useSearch()
  const ids = order_id.split(',').filter(Boolean)
  const { data, error, refetch } = useQuery({ ...pickListOf(ids), enabled: ids.length > 0 })
  const printing = useAction({ mutationFn: () => printPickList(ids) })
  const print = () => {
    if (data && !printing.isPending) void printing.mutate()
  }
  useKeysOfPage([{ key: 'l', label: t`Print the pick list`, press: print }])
  const isEmpty = ids.length === 0
  return (
    <Page
      title={t`Pick list`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/orders', label: t`Orders` },
      ]}
      mark={data ? <Counts {...data} /> : null}
      actions={
        data ? (
          <Button variant="filled" loading={printing.isPending} onClick={print} aria-keyshortcuts="l">
            {t`Print the pick list`}
          </Button>
        ) : null
      }
    >
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      {isEmpty ? (
        <Empty
          title={t`No orders chosen`}
          action={<ButtonLink to="/warehouse/orders">{t`To the board`}</ButtonLink>}
        >
          {t`Select approved orders on the board, and press L.`}
        </Empty>
      ) : data ? (
        <Lists {...data} />
      ) : error ? (
        <Refused error={error} ids={ids} retry={() => void refetch()} />
      ) : (
        <DetailSkeleton />
      )}
    </Page>
  )
}

function Counts({ orders, rows }: PickList) {
  return (
    <span className="quiet">
      <Plural value={orders.length} one="# order" other="# orders" /> ·{' '}
      <Plural value={rows.length} one="# line" other="# lines" />
    </span>
  )
}

function Lists({ rows, orders }: PickList) {
  const { t } = useLingui()
  return (
    <>
      <Card title={t`All together`} flush>
        <Rows label={t`All together`} rows={rows} isTotal />
      </Card>
      {orders.map((order) => (
        <Card
          key={order.id}
          // Orders of two clients can have the same number.
          title={
            <>
              <Link to="/warehouse/orders/$id" params={{ id: order.id }}>
                {order.order_number}
              </Link>{' '}
              · {order.client_name}
            </>
          }
          aside={
            <>
              <OrderChip status={order.status} />
              <ButtonLink
                size="compact-sm"
                to="/warehouse/orders/$id/prepare"
                params={{ id: order.id }}
              >{t`Check by scan`}</ButtonLink>
            </>
          }
          flush
        >
          <p className={styles['of']}>
            <b>{order.destinatario_name}</b>
            {order.notes ? <span className={styles['notes']}>{order.notes}</span> : null}
          </p>
          <Rows label={`${order.order_number} · ${order.client_name}`} rows={ofOrder(rows, order.id)} />
        </Card>
      ))}
    </>
  )
}

const ofOrder = (rows: readonly PickListRow[], orderId: string) =>
  rows.flatMap((row) => {
    const share = row.orders.find(({ order_id }) => order_id === orderId)
    return share ? [{ ...row, quantity: share.quantity }] : []
  })

function Rows({
  label,
  rows,
  isTotal = false,
}: {
  label: string
  rows: readonly PickListRow[]
  isTotal?: boolean
}) {
  const { t } = useLingui()
  const mayCorrect = useMay('staff:stock')
  const columns: Column<PickListRow>[] = [
    {
      id: 'location',
      label: t`Location`,
      width: '14%',
      cell: (row) => (isTotal && mayCorrect ? <LocationOf {...row} /> : (row.location ?? <None />)),
    },
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, name, sku }) => (
        <>
          <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
            {name}
          </Link>
          <small className={`mono ${styles['sku']}`}>{sku}</small>
        </>
      ),
    },
    {
      id: 'lot',
      label: t`Lot`,
      width: '22%',
      cell: ({ lot_number, expiry_date }) => (
        <>
          <span className="mono">{lot_number}</span>
          {expiry_date ? (
            <small className={styles['sku']}>
              <Expiry date={expiry_date} />
            </small>
          ) : null}
        </>
      ),
    },
    ...(isTotal
      ? [
          {
            id: 'orders',
            label: t`Orders`,
            from: 'sm' as const,
            width: '20%',
            cell: ({ orders }: PickListRow) => (
              <span className={styles['numbers']}>
                {orders.map(({ order_id, order_number }) => (
                  <span key={order_id}>{order_number}</span>
                ))}
              </span>
            ),
          },
        ]
      : []),
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      width: '14%',
      cell: ({ quantity, unit_type }) => <Quantity value={quantity} unit={unit_type} />,
    },
  ]
  return (
    <PlainTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ lot_id }) => lot_id}
      rowsAtFirst={500}
    />
  )
}

type RefusedProps = { error: Error; ids: readonly string[]; retry: () => void }

/** Some orders have moved on since the link was made. The list is one press away without them. */
function Refused({ error, ids, retry }: RefusedProps) {
  const { t } = useLingui()
  const textOf = useFaultText()
  if (!(error instanceof AndenError) || error.code !== 'orders/not-to-pick')
    return <ProblemNote error={error} retry={retry} />
  const { errors } = error.problem
  const left = new Set(errors.map(({ pointer }) => Number(pointer.split('/').at(-1))))
  const rest = ids.filter((_, index) => !left.has(index))
  return (
    <ProblemNote error={error} retry={retry}>
      <ul className={styles['refused']}>
        {errors.map((fault) => (
          <li key={fault.pointer}>{textOf(fault)}</li>
        ))}
      </ul>
      {rest.length > 0 ? (
        <ButtonLink to="/warehouse/pick-list" search={{ order_id: rest.join(',') }}>
          <Plural
            value={rest.length}
            one="The list for the other order"
            other="The list for the other # orders"
          />
        </ButtonLink>
      ) : (
        <ButtonLink to="/warehouse/orders">{t`To the board`}</ButtonLink>
      )}
    </ProblemNote>
  )
}
