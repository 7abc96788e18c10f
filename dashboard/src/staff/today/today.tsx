// The start page of the staff: what is waiting, what expires, what is broken.
import type { Today } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { useSession } from '../../shared/session.ts'
import { expiredLots, lotsExpiringWithin } from '../../shared/stock/expiry-ranges.ts'
import { anyQuantity } from '../../shared/stock/units.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Columns, Empty, Stat } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Detail, DetailSkeleton } from '../../ui/detail.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Moment } from '../../ui/values.tsx'
import { todayFigures } from '../queries.ts'
import { ArrivalsDue, useArrivalsDue } from './arrivals-due.tsx'
import { BackgroundJobs } from './background-jobs.tsx'
import { BooksLeft } from './books-left.tsx'
import { OpenDisputes } from './disputes.tsx'
import styles from './today.module.css'
import { TripsOfToday } from './trips-of-today.tsx'

export function TodayPage() {
  const { t } = useLingui()
  const { user } = useSession()
  useQuery(todayFigures)
  const arrivals = useArrivalsDue()
  const open = (
    <ButtonLink to="/warehouse/orders" variant="filled">
      {t`Work the queue`}
    </ButtonLink>
  )
  return (
    <Page title={t`Today, ${user.name.split(' ')[0]}`} actions={open}>
      {/* All at once, so that nothing moves. */}
      {arrivals.isReading ? (
        <DetailSkeleton />
      ) : (
        <Detail query={todayFigures}>{(data) => <Figures data={data} arrivals={arrivals} />}</Detail>
      )}
    </Page>
  )
}

type FiguresProps = { data: Today; arrivals: ReturnType<typeof useArrivalsDue> }

function Figures({ data, arrivals }: FiguresProps) {
  const { orders, returns, expiring, paused_endpoints, remito_cai, remito_books, jobs } = data
  const { t } = useLingui()
  const nameOf = useOrderStateName()
  return (
    <>
      <Columns columns="stats">
        {orders.map(({ status, orders: count, oldest_at }) => (
          <Stat
            key={status}
            label={nameOf(status)}
            value={formatNumber(count)}
            note={
              oldest_at ? (
                <Trans>
                  oldest <Moment at={oldest_at} ago />
                </Trans>
              ) : (
                t`none`
              )
            }
            to="/warehouse/orders/list"
            search={{ status }}
          />
        ))}
        <Stat
          label={t`Returns to come`}
          value={formatNumber(returns.expected)}
          note={
            returns.oldest_at ? (
              <Trans>
                oldest <Moment at={returns.oldest_at} ago />
              </Trans>
            ) : (
              t`none`
            )
          }
          to="/warehouse/returns"
          search={{ status: 'expected' }}
        />
      </Columns>
      <Columns columns="1fr 1fr">
        <ArrivalsDue {...arrivals} />
        <Card title={t`Lots that expire within 7 days`} flush>
          {expiring.length === 0 ? (
            <Empty title={t`Nothing expires this week`} />
          ) : (
            <ul className={styles['rows']}>
              {expiring.map((row) => (
                <li key={row.client_id}>
                  <Link
                    to="/warehouse/stock"
                    search={{ client_id: row.client_id, min_quantity: anyQuantity }}
                  >
                    {row.client_name}
                  </Link>
                  <span className={styles['chips']}>
                    {row.expiring > 0 ? (
                      <LotsLink client_id={row.client_id} range={lotsExpiringWithin(expiringWithinDays)}>
                        <Chip tone="warn">
                          <Plural value={row.expiring} one="# lot" other="# lots" />
                        </Chip>
                      </LotsLink>
                    ) : null}
                    {row.expired > 0 ? (
                      <LotsLink client_id={row.client_id} range={expiredLots()}>
                        <Chip tone="bad">
                          <Plural value={row.expired} one="# expired" other="# expired" />
                        </Chip>
                      </LotsLink>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={t`Paused webhook endpoints`} flush>
          {paused_endpoints.length === 0 ? (
            <Empty title={t`All endpoints are receiving`} />
          ) : (
            <ul className={styles['rows']}>
              {paused_endpoints.map((endpoint) => (
                <li key={endpoint.id}>
                  <span className={styles['endpoint']}>
                    {endpoint.client_name}
                    <small className="mono">{endpoint.url}</small>
                  </span>
                  {endpoint.last_failure_at ? <Moment at={endpoint.last_failure_at} ago /> : null}
                </li>
              ))}
            </ul>
          )}
        </Card>
        <OpenDisputes />
        <TripsOfToday />
        <BooksLeft cai={remito_cai} books={remito_books} />
        <BackgroundJobs jobs={jobs} hasBooks={remito_books.state !== 'none'} />
      </Columns>
    </>
  )
}

/** The service looks this far ahead. */
const expiringWithinDays = 7

type LotsLinkProps = { client_id: string; range: Record<string, string>; children: ReactNode }

function LotsLink({ client_id, range, children }: LotsLinkProps) {
  return (
    <Link to="/warehouse/lots" search={{ client_id, ...range }}>
      {children}
    </Link>
  )
}
