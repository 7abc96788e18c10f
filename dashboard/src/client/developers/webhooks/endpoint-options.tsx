// What an endpoint has been told besides its address and events: which of them, with which headers, and what follows a pause.
import type { EventFilter, WebhookEndpoint } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useOrderStateName } from '../../../shared/order-status.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { Moment } from '../../../ui/values.tsx'
import { endpointHealth } from './queries.ts'

/** Nothing, if nothing was. */
export function EndpointOptions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { data: health } = useQuery(endpointHealth(endpoint.id))
  const filter = useFilterText(endpoint.filter)
  const { header_names, auto_resume } = endpoint
  if (!filter && header_names.length === 0 && !auto_resume) return null
  return (
    <Card title={t`How it is sent`}>
      <Facts
        entries={[
          [t`Only some events`, filter],
          [
            t`Own headers`,
            header_names.length > 0 ? (
              <span key="names" className="mono">
                {header_names.join(', ')}
              </span>
            ) : null,
          ],
          [
            t`After a pause`,
            auto_resume ? (
              health?.next_trial_at ? (
                <Trans key="trial">
                  It is tried again at <Moment at={health.next_trial_at} />.
                </Trans>
              ) : (
                t`It is tried again for a day.`
              )
            ) : null,
          ],
        ]}
      />
    </Card>
  )
}

function useFilterText(filter: EventFilter | null): string {
  const nameOf = useOrderStateName()
  const { destinatario_id = [], product_id = [], status = [] } = filter ?? {}
  return [
    destinatario_id.length > 0
      ? plural(destinatario_id.length, { one: '# recipient', other: '# recipients' })
      : null,
    product_id.length > 0 ? plural(product_id.length, { one: '# product', other: '# products' }) : null,
    status.map(nameOf).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}
