// One endpoint: its health, its deliveries, and all actions on it.

import type { WebhookEndpoint } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type ById, startReading } from '../../../shared/api.ts'
import { Detail } from '../../../ui/detail.tsx'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { Page } from '../../../ui/page.tsx'
import { EndpointChip } from './chips.tsx'
import { Deliveries } from './deliveries.tsx'
import type { EndpointDialog } from './dialogs.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointOptions } from './endpoint-options.tsx'
import { useFailureReason } from './failure-reason.ts'
import { HealthCards } from './health-cards.tsx'
import './problems.ts'
import { endpointById, endpointHealth } from './queries.ts'
import { shortUrl } from './short-url.ts'

const EndpointDialogs = dialogOnDemand(async () => (await import('./dialogs.tsx')).EndpointDialogs)
const SecretOnce = lazy(async () => ({ default: (await import('./secret-once.tsx')).SecretOnce }))

const route = getRouteApi('/shell/developers/webhooks/$id')

export const load = ({ params }: ById) => startReading(endpointById(params.id))

export function EndpointDetail() {
  const { id } = route.useParams()
  return <Detail query={endpointById(id)}>{(endpoint) => <Endpoint key={id} {...endpoint} />}</Detail>
}

function Endpoint(endpoint: WebhookEndpoint) {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<EndpointDialog | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { data: health, isPending } = useQuery(endpointHealth(endpoint.id))
  const count = health?.missed ?? null
  const crumbs = [{ to: '/developers/webhooks', label: t`Webhooks` }]
  if (secret !== null)
    return (
      <Page title={shortUrl(endpoint.url)} crumbs={crumbs}>
        <Suspense>
          <SecretOnce endpointId={endpoint.id} secret={secret} done={() => setSecret(null)} />
        </Suspense>
      </Page>
    )
  return (
    <Page
      title={shortUrl(endpoint.url)}
      mark={<EndpointChip endpoint={endpoint} since={health?.paused_since ?? null} />}
      intro={<Condition endpoint={endpoint} missed={count} isByHand={health?.paused_by === 'client'} />}
      crumbs={crumbs}
      // A button that shows the number of missed events would change its width once the number is loaded.
      actions={isPending ? null : <EndpointActions endpoint={endpoint} missed={count} open={setDialog} />}
    >
      <HealthCards endpoint={endpoint} />
      <EndpointOptions endpoint={endpoint} />
      <Deliveries endpoint={endpoint} />
      {dialog ? (
        <EndpointDialogs
          dialog={dialog}
          endpoint={endpoint}
          close={() => setDialog(null)}
          secretRotated={(next) => {
            setDialog(null)
            setSecret(next)
          }}
        />
      ) : null}
    </Page>
  )
}

/** Explains why the endpoint is paused and that nothing is lost. Otherwise shows its description. */
function Condition({
  endpoint,
  missed,
  isByHand,
}: {
  endpoint: WebhookEndpoint
  missed: number | null
  isByHand: boolean
}) {
  const { t } = useLingui()
  const reasonOf = useFailureReason()
  const { status, consecutive_failures, last_failure_reason, last_failure, description } = endpoint
  if (status === 'active' && consecutive_failures === 0) return description
  const failures = plural(consecutive_failures, {
    one: '# attempt failed',
    other: '# attempts in a row failed',
  })
  const cause =
    consecutive_failures > 0 && !isByHand
      ? `${failures}${last_failure_reason ? `: ${reasonOf(last_failure, last_failure_reason)}` : ''}.`
      : t`Paused by hand.`
  const waiting = plural(missed ?? 0, { one: '# event waits', other: '# events wait' })
  return (
    <>
      {cause} {status === 'paused' && missed !== null ? <Trans>Nothing is lost: {waiting}.</Trans> : null}
    </>
  )
}
