import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CalendarDate } from '../../ui/values.tsx'
import styles from './announced.module.css'
import { openNotices } from './queries.ts'

const mostShown = 4

/** What the client has announced and the warehouse has not received yet, by day; its state is a click away. Nothing where there is none. */
export function Announced() {
  const { t } = useLingui()
  const mayWrite = useMay('write:inbound')
  const { data } = useQuery(openNotices)
  const { notices = [] } = data ?? {}
  if (notices.length === 0) return null
  // The service lists the latest day first.
  const next = notices.toReversed().slice(0, mostShown)
  const more = notices.length - next.length
  const announce = mayWrite ? (
    <ButtonLink size="compact-sm" to="/inbound/new">
      {t`Announce goods`}
    </ButtonLink>
  ) : null
  return (
    <Card title={t`Announced goods`} aside={announce} flush>
      <ul className={styles['rows']}>
        {next.map(({ id, number, reference, expected_on }) => (
          <li key={id}>
            <span>
              <Link to="/inbound/$id" params={{ id }} className="numeric">
                {number}
              </Link>{' '}
              <span className="quiet">{reference}</span>
            </span>
            <span className="quiet">
              <CalendarDate date={expected_on} />
            </span>
          </li>
        ))}
        {more > 0 ? (
          <li>
            <Link to="/inbound" search={{ status: 'announced,arrived,receiving' }}>
              {plural(more, { one: '# more', other: '# more' })}
            </Link>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
