// What a sandbox has, and everything that the warehouse would do in it. Each form shows the request that it sends.
import type { Sandbox } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxQuery } from '../../shared/sandbox.ts'
import { useIsAdministrator, useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns, Stacked, Stat } from '../../ui/card.tsx'
import { formatBytes, formatDate, formatNumber, realToday } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { GoodsCard } from './goods-card.tsx'
import { HoldCard } from './hold-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { OrderCard, shownFirst } from './order-card.tsx'
import { openNotices, openOrders, pendingFaults } from './queries.ts'
import { Resetting } from './resetting.tsx'
import { StockCard } from './stock-card.tsx'

const ResetDialog = dialogOnDemand(async () => (await import('./reset-dialog.tsx')).ResetDialog)

export function SandboxPage() {
  const { t } = useLingui()
  const { data: sandbox } = useQuery(sandboxQuery)
  const mayAct = useMay('write:orders')
  const isAdministrator = useIsAdministrator()
  const [isAsking, setAsking] = useState(false)
  const reset = sandbox?.reset ?? null
  const isClosed = reset !== null && reset.state !== 'done'
  return (
    <Page
      title={t`Sandbox`}
      intro={
        <Trans>
          Here you do what the warehouse does in reality, by the same rules. A program does it with a test
          key: each form shows its request.
        </Trans>
      }
      actions={
        <>
          {isAdministrator ? <ButtonLink to="/developers/keys">{t`Test keys`}</ButtonLink> : null}
          <ButtonLink to="/developers/sandbox/mails">{t`Mails`}</ButtonLink>
          {mayAct ? (
            <Button disabled={reset?.state === 'running'} onClick={() => setAsking(true)}>
              {t`Reset…`}
            </Button>
          ) : null}
        </>
      }
    >
      <Usage sandbox={sandbox} />
      {isClosed ? <Resetting {...reset} /> : null}
      {isClosed ? null : mayAct ? (
        <Cards day={sandbox?.day} />
      ) : (
        <p className="quiet">
          <Trans>Your role only allows you to look. An administrator can change what you may do.</Trans>
        </p>
      )}
      {isAsking && sandbox ? <ResetDialog used={sandbox.used} close={() => setAsking(false)} /> : null}
    </Page>
  )
}

/**
 * Their heights depend on what is read, so they are shown together once all is there. Otherwise they would move each other. From
 * then on they stay, with what is typed in them.
 */
function Cards({ day }: { day: string | undefined }) {
  const areRead = useQueries({
    queries: [openOrders, openNotices, pendingFaults],
    combine: (parts) => parts.every(({ isPending }) => !isPending),
  })
  const { isLoading } = useQuery(shownFirst(useQuery(openOrders).data?.data))
  const [areShown, show] = useState(false)
  if (areRead && !isLoading && !areShown) show(true)
  if (day === undefined || !areShown) return <Skeleton height={900} />
  return (
    <Columns columns="1fr 1fr">
      <Stacked>
        <OrderCard />
        <GoodsCard />
        <StockCard />
        <HoldCard />
      </Stacked>
      <Stacked>
        <ClockCard key={day} day={day} />
        <FaultsCard />
        <MoneyCard />
      </Stacked>
    </Columns>
  )
}

function Usage({ sandbox }: { sandbox: Sandbox | undefined }) {
  const { t } = useLingui()
  if (!sandbox) return <Skeleton height={86} />
  const { day, used, limits } = sandbox
  const daysAhead = Math.round((Date.parse(day) - Date.parse(realToday())) / 86_400_000)
  return (
    <Columns columns="stats">
      <Stat
        label={t`Its day`}
        value={formatDate(day)}
        note={
          daysAhead > 0 ? t`${formatNumber(daysAhead)} days ahead of the warehouse` : t`that of the warehouse`
        }
      />
      <Stat
        label={t`Orders`}
        value={formatNumber(used.orders)}
        note={t`of ${formatNumber(limits.orders)} at most`}
        to="/orders"
      />
      <Stat
        label={t`Products`}
        value={formatNumber(used.products)}
        note={t`of ${formatNumber(limits.products)} at most`}
        to="/stock"
      />
      <Stat
        label={t`Files`}
        value={formatBytes(used.file_bytes)}
        note={t`of ${formatBytes(limits.file_bytes)} at most`}
      />
    </Columns>
  )
}
