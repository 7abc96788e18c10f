// One notice of any client: what was announced, what came, and what can be done with it now.
import { inboundActionsIn } from '@anden/contract/values'
import type { StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { NoticeFacts, NoticeIngresos } from '../../shared/inbound/notice-facts.tsx'
import { NoticeItems } from '../../shared/inbound/notice-items.tsx'
import { NoticeChip } from '../../shared/inbound/notice-status.tsx'
import { NoticeSteps } from '../../shared/inbound/notice-steps.tsx'
import { useMay } from '../../shared/session.ts'
import { RemitoLink } from '../../shared/stock/links.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns, Stacked } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { ConfirmWithReason } from '../confirm-with-reason.tsx'
import { staffRemitoById } from '../queries.ts'
import { CloseNotice } from './close-notice.tsx'
import { staffNoticeById } from './queries.ts'
import { useArrival } from './use-arrival.ts'

const route = getRouteApi('/shell/warehouse/inbound/$id')

export const load = ({ params }: ById) => startReading(staffNoticeById(params.id))

export function WarehouseNotice() {
  const { id } = route.useParams()
  return <Detail query={staffNoticeById(id)}>{(notice) => <NoticePage key={id} {...notice} />}</Detail>
}

function NoticePage(notice: StaffInboundNoticeDetail) {
  const { t } = useLingui()
  const { number, client_name, status, remito_ids } = notice
  const mayReceive = useMay('staff:receive')
  const seesRemitos = useMay('staff:read')
  const [isCancelling, setCancelling] = useState(false)
  const arrival = useArrival(notice)
  return (
    <Page
      title={number}
      mark={
        <>
          <NoticeChip status={status} /> <span className="quiet">{client_name}</span>
        </>
      }
      crumbs={[{ to: '/warehouse/inbound', label: t`Arrivals` }]}
      actions={
        mayReceive ? <Actions notice={notice} arrival={arrival} cancel={() => setCancelling(true)} /> : null
      }
    >
      {arrival.isError ? <ProblemNote error={arrival.error} /> : null}
      <NoticeSteps {...notice} />
      <Columns columns="2fr 1fr">
        <Stacked>
          {mayReceive && status === 'receiving' ? <CloseNotice key={notice.revision} {...notice} /> : null}
          <NoticeItems {...notice} />
        </Stacked>
        <Stacked>
          <NoticeFacts notice={notice} owner={client_name} />
          {seesRemitos ? <Ingresos ids={remito_ids} /> : null}
        </Stacked>
      </Columns>
      {isCancelling ? <CancelDialog notice={notice} close={() => setCancelling(false)} /> : null}
    </Page>
  )
}

type ActionsProps = {
  notice: StaffInboundNoticeDetail
  arrival: ReturnType<typeof useArrival>
  cancel: () => void
}

function Actions({ notice: { id, status }, arrival, cancel }: ActionsProps) {
  const { t } = useLingui()
  const allowed = inboundActionsIn(status)
  const primary = { variant: 'filled' } as const
  return (
    <>
      {allowed.includes('cancel') ? <Button onClick={cancel}>{t`Cancel the notice`}</Button> : null}
      {allowed.includes('arrive') ? (
        <Button {...primary} loading={arrival.isPending} onClick={() => arrival.mutate()}>
          {t`It has arrived`}
        </Button>
      ) : null}
      {allowed.includes('receive') ? (
        <ButtonLink
          to="/warehouse/receive"
          search={{ notice: id }}
          {...(status === 'arrived' ? primary : {})}
        >
          {status === 'arrived' ? t`Receive` : t`Receive more`}
        </ButtonLink>
      ) : null}
    </>
  )
}

type CancelDialogProps = { notice: StaffInboundNoticeDetail; close: () => void }

function CancelDialog({ notice: { id, number, client_name, revision, items }, close }: CancelDialogProps) {
  const { t } = useLingui()
  const lines = plural(items.length, { one: '# line', other: '# lines' })
  return (
    <ConfirmWithReason
      title={t`Cancel ${number}?`}
      confirmLabel={t`Cancel the notice`}
      draft={`inbound.${id}.cancel`}
      send={(reason) => backoffice.inbound.update(id, { action: 'cancel', reason, if_revision: revision })}
      topics={['inbound']}
      close={close}
    >
      <Trans>
        Its {lines} are no longer expected. {client_name} reads the reason, and can announce the goods again.
      </Trans>
    </ConfirmWithReason>
  )
}

function Ingresos({ ids }: { ids: readonly string[] }) {
  const remitos = useQueries({ queries: ids.map(staffRemitoById) }).map(({ data }) => data)
  const ingresos = remitos.flatMap((remito) => remito ?? [])
  return (
    <NoticeIngresos
      ingresos={
        ingresos.length < ids.length
          ? undefined
          : ingresos.map(({ id, remito_number, created_at }) => ({
              id,
              created_at,
              link: <RemitoLink id={id} numbers={remito_number.join(', ')} />,
            }))
      }
    />
  )
}
