import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../shared/session.ts'
import { Card, Empty } from '../../ui/card.tsx'
import { formatClock, formatMoment, formatShortDay, isToday } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { WithNumbers } from '../../ui/values.tsx'
import { firstProducts } from '../stock/queries.ts'
import { eventLine, inGroups } from './event-line.ts'
import styles from './overview.module.css'
import { latestEvents } from './queries.ts'

const linesShown = 11
const skeletons = Array.from({ length: linesShown }, (_, line) => `skeleton ${line}`)

export function LatestEvents() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(latestEvents)
  const products = useQuery({ ...firstProducts, enabled: useMay('read:stock') }).data?.data ?? []
  const groups = data ? inGroups(data.data, data.has_more).slice(0, linesShown) : []
  const aside = <Link to="/activity">{t`see all`}</Link>
  if (error && !data)
    return (
      <Card title={t`Latest events`}>
        <ProblemNote error={error} retry={() => void refetch()} />
      </Card>
    )
  if (data && groups.length === 0)
    return (
      <Card title={t`Latest events`}>
        <Empty
          title={t`Nothing has happened yet`}
        >{t`Orders, remitos, payments and changes of stock appear here.`}</Empty>
      </Card>
    )
  return (
    <Card title={t`Latest events`} aside={aside} flush>
      <ol className={styles['events']} aria-busy={data === undefined}>
        {data
          ? groups.map((events) => {
              const [{ id, created_at }] = events
              const { text, to, search } = eventLine(events, products)
              return (
                <li key={id}>
                  <time dateTime={created_at} title={`${formatMoment(created_at)} · ${created_at}`}>
                    {isToday(created_at)
                      ? formatClock(created_at)
                      : `${formatShortDay(created_at)} ${formatClock(created_at)}`}
                  </time>
                  <Link to={to} search={search}>
                    <WithNumbers text={text} />
                  </Link>
                </li>
              )
            })
          : skeletons.map((key) => (
              <li key={key}>
                <Skeleton height={12} />
                <Skeleton height={12} width="70%" />
              </li>
            ))}
      </ol>
    </Card>
  )
}
