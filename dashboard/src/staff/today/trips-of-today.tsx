import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { formatNumber, today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { TripChip } from '../trips/trip-texts.tsx'
import { tripsOfToday } from '../trips/trips-today.ts'
import styles from './today.module.css'

const mostShown = 8

/** Which vehicles leave today, and how far they are. */
export function TripsOfToday() {
  const { t } = useLingui()
  const mayPlan = useMay('staff:orders')
  const { data, error, refetch } = useQuery(tripsOfToday())
  const trips = data?.data ?? []
  const all = (
    <Link to="/warehouse/trips" search={{ date: today() }}>
      {t`All of them`}
    </Link>
  )
  return (
    <Card title={t`Trips of today`} aside={trips.length > mostShown ? all : null} flush>
      {error ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={96} /> : null}
      {data && trips.length === 0 ? (
        <Empty
          title={t`No vehicle leaves today`}
          action={mayPlan ? <ButtonLink to="/warehouse/trips/new">{t`New trip`}</ButtonLink> : null}
        />
      ) : null}
      <ul className={styles['rows']}>
        {trips.slice(0, mostShown).map(({ id, number, driver_name, status, stops_count, stops_open }) => (
          <li key={id}>
            <span>
              <Link to="/warehouse/trips/$id" params={{ id }} className="numeric">
                {number}
              </Link>{' '}
              {driver_name}
            </span>
            <span className={styles['chips']}>
              <span className="quiet numeric">
                {status === 'draft' ? (
                  <Trans>{formatNumber(stops_count)} stops</Trans>
                ) : (
                  <Trans>
                    {formatNumber(stops_count - stops_open)} of {formatNumber(stops_count)} done
                  </Trans>
                )}
              </span>
              <TripChip status={status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
