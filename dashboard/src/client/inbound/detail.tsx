import { isChangeableByClient } from '@anden/contract/values'
import type { InboundNoticeDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, portal, startReading } from '../../shared/api.ts'
import { NoticeFacts, NoticeIngresos } from '../../shared/inbound/notice-facts.tsx'
import { NoticeItems } from '../../shared/inbound/notice-items.tsx'
import { NoticeChip } from '../../shared/inbound/notice-status.tsx'
import { NoticeSteps } from '../../shared/inbound/notice-steps.tsx'
import { useMay } from '../../shared/session.ts'
import { RemitoLink } from '../../shared/stock/links.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns, Stacked } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { language } from '../../ui/languages.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'
import { remitoById } from '../remitos/queries.ts'
import { CancelNotice } from './cancel-notice.tsx'
import { noticeById } from './queries.ts'

const route = getRouteApi('/shell/inbound/$id')

export const load = ({ params }: ById) => startReading(noticeById(params.id))

export function NoticeDetailPage() {
  const { id } = route.useParams()
  return <Detail query={noticeById(id)}>{(notice) => <NoticePage key={id} {...notice} />}</Detail>
}

function NoticePage(notice: InboundNoticeDetail) {
  const { t } = useLingui()
  const { id, number, reference, status } = notice
  const mayWrite = useMay('write:inbound')
  const seesRemitos = useMay('read:remitos')
  const [isCancelling, setCancelling] = useState(false)
  const isChangeable = mayWrite && isChangeableByClient(status)
  const labels = useAction({
    mutationFn: async () => await labelsOf(id),
    onSuccess: (pdf) => saveAs(pdf, `${number}.pdf`),
  })
  const actions = (
    <>
      {isChangeable ? <Button onClick={() => setCancelling(true)}>{t`Cancel the notice`}</Button> : null}
      {isChangeable ? (
        <ButtonLink to="/inbound/$id/edit" params={{ id }}>
          {t`Change`}
        </ButtonLink>
      ) : null}
      <Button
        {...(status === 'announced' ? { variant: 'filled' } : {})}
        loading={labels.isPending}
        onClick={() => labels.mutate()}
      >
        {t`Labels (PDF)`}
      </Button>
    </>
  )
  return (
    <Page
      title={number}
      mark={
        <>
          <NoticeChip status={status} /> <span className="quiet">{reference}</span>
        </>
      }
      crumbs={[{ to: '/inbound', label: t`Announced goods` }]}
      actions={actions}
    >
      {labels.isError ? <ProblemNote error={labels.error} /> : null}
      <NoticeSteps {...notice} />
      <Columns columns="2fr 1fr">
        <NoticeItems {...notice} />
        <Stacked>
          <NoticeFacts notice={notice} />
          {seesRemitos ? <Ingresos ids={notice.remito_ids} /> : null}
        </Stacked>
      </Columns>
      {isCancelling ? <CancelNotice notice={notice} close={() => setCancelling(false)} /> : null}
    </Page>
  )
}

const labelsOf = (id: string) =>
  portal.inbound.labels.list(id, {}, { headers: { 'accept-language': language() } })

function Ingresos({ ids }: { ids: readonly string[] }) {
  const remitos = useQueries({ queries: ids.map(remitoById) }).map(({ data }) => data)
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
