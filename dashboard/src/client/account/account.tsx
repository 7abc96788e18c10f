import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useExport } from '../../shared/lists/export.tsx'
import { useSession } from '../../shared/session.ts'
import { formatLongMonth, today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { TaxId } from '../../ui/values.tsx'
import styles from './account.module.css'
import { BalanceStats } from './balance-stats.tsx'
import { MonthStatement } from './month-statement.tsx'
import { exportOf } from './queries.ts'

const route = getRouteApi('/shell/account')

export function Account() {
  const { t } = useLingui()
  const { month = today().slice(0, 7) } = route.useSearch()
  const exported = useExport(exportOf(month), `${t`account`}-${month}`)
  const actions = (
    <>
      <Button onClick={() => window.print()}>{t`Print`}</Button>
      {exported.button}
    </>
  )
  return (
    <Page title={t`Account`} actions={actions}>
      <PrintedHead month={month} />
      {exported.problem}
      <div className="not-printed">
        <BalanceStats />
      </div>
      <MonthStatement month={month} />
    </Page>
  )
}

/** Names the client: a printed page has no side bar that would. */
function PrintedHead({ month }: { month: string }) {
  const { t } = useLingui()
  const { client, warehouse } = useSession()
  return (
    <div className={styles['printed']}>
      <p>
        {client?.name} · CUIT <TaxId value={client?.cuit_dni ?? null} />
      </p>
      <p>
        {warehouse.name ? `${warehouse.name} · ` : ''}
        {t`Statement for ${formatLongMonth(month)}`}
      </p>
    </div>
  )
}
