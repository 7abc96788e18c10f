// The start page of a client: one glance at what can be sold, what expires, where orders are, what is owed. Each part
// stands from the beginning in the place and size that it will have, so that nothing moves when its data arrives.
import type { Overview as OverviewData, WebhooksOverview } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay, useSession } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns, Stacked } from '../../ui/card.tsx'
import { formatClock } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Announced } from './announced.tsx'
import { BalanceByMonth, BalanceFigure } from './balance-by-month.tsx'
import { Differences } from './differences.tsx'
import { ExpiringFigure } from './expiring-figure.tsx'
import { LatestEvents } from './latest-events.tsx'
import { LeastMargin } from './least-margin.tsx'
import { OldestOrderFigure } from './oldest-order-figure.tsx'
import { OpenOrdersFigure } from './open-orders-figure.tsx'
import { ExpiryByWeek, OrdersPerWeek } from './orders-per-week.tsx'
import styles from './overview.module.css'
import { overviewQuery } from './queries.ts'
import { WebhooksFigure } from './webhooks-figure.tsx'

export function Overview() {
  const { t } = useLingui()
  const greeting = useGreeting()
  const { data, error, refetch } = useQuery(overviewQuery)
  const hasFailed = error !== null && data === undefined
  const mayOrder = useMay('write:orders')
  const seesStock = useMay('read:stock')
  const seesOrders = useMay('read:orders')
  const seesAccount = useMay('read:account')
  const seesEvents = useMay('read:events')
  const seesInbound = useMay('read:inbound')
  const seesRemitos = useMay('read:remitos')
  const order = mayOrder ? <ButtonLink to="/orders/new" variant="filled">{t`New order`}</ButtonLink> : null
  return (
    <Page title={greeting} name={t`Home`} actions={order}>
      {hasFailed ? <ProblemNote error={error} retry={() => void refetch()} /> : <Figures overview={data} />}
      {!hasFailed && (seesStock || seesAccount) ? (
        <div className={styles['row']}>
          {seesStock ? <ExpiryByWeek weeks={data?.lots?.expiring_per_week} /> : null}
          {seesAccount ? <BalanceByMonth months={data?.account?.balance_per_month} /> : null}
        </div>
      ) : null}
      <div className={styles['row']}>
        {seesStock || seesOrders ? (
          <Stacked>
            {seesStock ? <LeastMargin /> : null}
            {seesOrders && !hasFailed ? <OrdersPerWeek weeks={data?.orders?.per_week} /> : null}
          </Stacked>
        ) : null}
        {seesEvents ? <LatestEvents /> : null}
      </div>
      {seesRemitos ? <Differences /> : null}
      {data?.webhooks && hasEndpoints(data.webhooks) ? <WebhooksFigure {...data.webhooks} /> : null}
      {data && seesInbound ? <Announced /> : null}
    </Page>
  )
}

/** At the end of the page, so that nothing moves: only the overview says whether there are any. */
const hasEndpoints = ({ endpoints: { active, paused } }: WebhooksOverview) => active + paused > 0

/** Each of them is a way to its list. */
function Figures({ overview }: { overview: OverviewData | undefined }) {
  const seesOrders = useMay('read:orders')
  const seesStock = useMay('read:stock')
  const seesAccount = useMay('read:account')
  return (
    <Columns columns="stats">
      {seesOrders ? <OpenOrdersFigure open={overview?.orders?.open} /> : null}
      {seesOrders ? <OldestOrderFigure orders={overview?.orders} /> : null}
      {seesStock ? <ExpiringFigure lots={overview?.lots} /> : null}
      {seesAccount ? <BalanceFigure months={overview?.account?.balance_per_month} /> : null}
    </Columns>
  )
}

const noon = 12
const evening = 19
const dawn = 5

/** A greeting by the time of day at the warehouse. */
function useGreeting(): string {
  const { t } = useLingui()
  const { user } = useSession()
  const name = user.name.split(' ')[0] ?? user.name
  const hour = Number(formatClock(new Date().toISOString()).slice(0, 2))
  if (hour >= evening || hour < dawn) return t`Good evening, ${name}`
  return hour < noon ? t`Good morning, ${name}` : t`Good afternoon, ${name}`
}
