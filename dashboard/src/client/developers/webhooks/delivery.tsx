// One delivery on its own page, so that its link can be shared with a colleague.
import type { WebhookDeliveryDetail, WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Card, Facts, Stacked } from '../../../ui/card.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { Page } from '../../../ui/page.tsx'
import { Moment, Mono } from '../../../ui/values.tsx'
import { DeliveryChip } from './chips.tsx'
import { DeliveryContent } from './delivery-content.tsx'
import './problems.ts'
import { deliveryById, endpointById } from './queries.ts'
import { RetryButton } from './retry.tsx'
import { shortUrl } from './short-url.ts'

const route = getRouteApi('/shell/developers/webhooks/$id/deliveries/$delivery')

export function DeliveryPage() {
  const { id, delivery } = route.useParams()
  return (
    <Detail query={endpointById(id)}>
      {(endpoint) => (
        <Detail query={deliveryById(id, delivery)}>
          {(shown) => <Delivery endpoint={endpoint} delivery={shown} />}
        </Detail>
      )}
    </Detail>
  )
}

function Delivery({ endpoint, delivery }: { endpoint: WebhookEndpoint; delivery: WebhookDeliveryDetail }) {
  const { t } = useLingui()
  const crumbs = [
    { to: '/developers/webhooks', label: t`Webhooks` },
    { to: `/developers/webhooks/${endpoint.id}`, label: shortUrl(endpoint.url) },
  ]
  return (
    <Page
      title={delivery.event_type}
      mark={<DeliveryChip delivery={delivery} />}
      crumbs={crumbs}
      actions={<RetryButton endpoint={endpoint} delivery={delivery} isPrimary />}
    >
      <Card title={t`Delivery`}>
        <Facts
          entries={[
            [t`Sent to`, endpoint.url],
            [t`Event`, <Mono key="event">evt_{delivery.event_id}</Mono>],
            [t`Created`, <Moment key="created" at={delivery.created_at} />],
            [t`Delivered at`, delivery.delivered_at ? <Moment key="at" at={delivery.delivered_at} /> : null],
            [
              t`Next attempt`,
              delivery.next_attempt_at ? <Moment key="next" at={delivery.next_attempt_at} /> : null,
            ],
          ]}
        />
      </Card>
      <Card title={t`Attempts and request`}>
        <Stacked>
          <DeliveryContent url={endpoint.url} delivery={delivery} />
        </Stacked>
      </Card>
    </Page>
  )
}
