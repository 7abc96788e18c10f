// What a notice says of the delivery, and the ingresos by which it was received.
import type { InboundNoticeDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card, Empty, Facts } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CalendarDate, Moment } from '../../ui/values.tsx'
import styles from './notice-facts.module.css'

type NoticeFactsProps = { notice: InboundNoticeDetail; owner?: ReactNode }

export function NoticeFacts({ notice, owner = null }: NoticeFactsProps) {
  const { t } = useLingui()
  const { reference, expected_on, carrier, remito_number, packages, notes, updated_at } = notice
  return (
    <Card title={t`Delivery`}>
      <Facts
        entries={[
          [t`Client`, owner],
          [t`Reference`, reference],
          [t`Expected on`, <CalendarDate key="day" date={expected_on} />],
          [t`Carrier`, carrier],
          [t`Remito numbers`, remito_number.join(', ')],
          [t`Packages`, packages === null ? null : formatNumber(packages)],
          [
            t`Notes`,
            notes === null ? null : (
              <span key="notes" className={styles['notes']}>
                {notes}
              </span>
            ),
          ],
          [t`Changed`, <Moment key="at" at={updated_at} />],
        ]}
      />
    </Card>
  )
}

type Ingreso = { id: string; link: ReactNode; created_at: string }

/** undefined while loading. */
export function NoticeIngresos({ ingresos }: { ingresos: readonly Ingreso[] | undefined }) {
  const { t } = useLingui()
  return (
    <Card title={t`Ingresos`} flush>
      {ingresos?.length === 0 ? (
        <Empty title={t`Nothing received yet`} />
      ) : (
        <ul className={styles['ingresos']}>
          {ingresos?.map(({ id, link, created_at }) => (
            <li key={id}>
              {link}
              <Moment at={created_at} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
