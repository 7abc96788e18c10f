// What was not right when goods were received, newest first: open disputes, and the goods that come back because of them.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Moment } from '../../ui/values.tsx'
import { openDisputes } from '../disputes/queries.ts'
import { returnsToCome } from '../returns/queries.ts'
import styles from './today.module.css'

const mostShown = 6

type Row = { id: string; created_at: string; client_name: string; document: ReactNode; kind: ReactNode }

export function OpenDisputes() {
  const { t } = useLingui()
  const disputes = useQuery(openDisputes).data?.data
  const returns = useQuery(returnsToCome).data?.data
  const rows: Row[] = [
    ...(disputes ?? []).map(({ remito_id, remito_number, late, ...row }) => ({
      ...row,
      document: (
        <Link to="/warehouse/remitos/$id" params={{ id: remito_id }} className="numeric">
          {remito_number.join(', ')}
        </Link>
      ),
      kind: <Chip tone="warn">{late ? t`Came late` : t`With differences`}</Chip>,
    })),
    ...(returns ?? []).map(({ number, ...row }) => ({
      ...row,
      document: (
        <Link to="/warehouse/returns/$id" params={{ id: row.id }} className="numeric">
          {number}
        </Link>
      ),
      kind: <Chip tone="info">{t`Comes back`}</Chip>,
    })),
  ].sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
  const isRead = disputes !== undefined && returns !== undefined
  const all = (
    <ButtonLink to="/warehouse/disputes" search={{ status: 'open' }}>
      {t`All of them`}
    </ButtonLink>
  )
  return (
    <Card title={t`Disputes and returns`} aside={all} flush>
      {isRead && rows.length === 0 ? (
        <Empty title={t`No dispute is open, and nothing comes back`} />
      ) : (
        <ul className={styles['rows']} aria-busy={!isRead}>
          {(isRead ? rows : []).slice(0, mostShown).map(({ id, created_at, client_name, document, kind }) => (
            <li key={id}>
              <span>
                {document} {client_name}
              </span>
              <span className={`${styles['chips']} quiet`}>
                <Moment at={created_at} ago /> {kind}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
