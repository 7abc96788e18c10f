// Deliveries of the last weeks that were accepted with differences. Each has a number, as every egreso does.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CalendarDate } from '../../ui/values.tsx'
import styles from './overview.module.css'
import { latestDifferences } from './queries.ts'

/** Nothing without any. */
export function Differences() {
  const { t } = useLingui()
  const { data } = useQuery(latestDifferences())
  if (!data || data.data.length === 0) return null
  const all = (
    <ButtonLink to="/remitos" search={{ accepted: 'differences' }}>
      {t`All of them`}
    </ButtonLink>
  )
  return (
    <Card title={t`Received with differences`} aside={all} flush>
      <ul className={styles['differences']}>
        {data.data.map((remito) => (
          <li key={remito.id}>
            <Link to="/remitos/$id" params={{ id: remito.id }} className="numeric">
              {remito.remito_number.join(', ')}
            </Link>
            <span className="quiet">
              <CalendarDate date={remito.date} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
