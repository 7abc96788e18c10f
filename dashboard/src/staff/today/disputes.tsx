// The latest open disputes: what was not right when goods were received.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { Moment } from '../../ui/values.tsx'
import { openDisputes } from '../disputes/queries.ts'
import styles from './today.module.css'

export function OpenDisputes() {
  const { t } = useLingui()
  const { data } = useQuery(openDisputes)
  const all = (
    <ButtonLink to="/warehouse/disputes" search={{ status: 'open' }}>
      {t`All of them`}
    </ButtonLink>
  )
  return (
    <Card title={t`Open disputes`} aside={all} flush>
      {data?.data.length === 0 ? (
        <Empty title={t`No dispute is open`} />
      ) : (
        <ul className={styles['rows']} aria-busy={data === undefined}>
          {data?.data.map(({ id, remito_id, remito_number, client_name, created_at }) => (
            <li key={id}>
              <span>
                <Link to="/warehouse/remitos/$id" params={{ id: remito_id }} className="numeric">
                  {remito_number.join(', ')}
                </Link>{' '}
                {client_name}
              </span>
              <span className="quiet">
                <Moment at={created_at} ago />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
