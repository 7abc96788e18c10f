// One delivery on its own page, so that its link can be shared with a colleague.
import type { DeliveryAttempt, WebhookDeliveryDetail, WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Card, Facts, Stacked } from '../../../ui/card.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { Page } from '../../../ui/page.tsx'
import { Moment, Mono } from '../../../ui/values.tsx'
import { DeliveryChip } from './chips.tsx'
import './problems.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Code } from '../../../ui/code.tsx'
import { formatClockSeconds, formatNumber, formatShortDay } from '../../../ui/format.ts'
import styles from './delivery.module.css'
import { useFailureReason } from './failure-reason.ts'
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
          <DeliveryContent endpoint={endpoint} delivery={delivery} />
        </Stacked>
      </Card>
    </Page>
  )
}

/** The attempts, the request as it was sent, and the latest response. */
export function DeliveryContent({
  endpoint,
  delivery,
}: {
  endpoint: WebhookEndpoint
  delivery: WebhookDeliveryDetail
}) {
  const { t } = useLingui()
  const reasonOf = useFailureReason()
  const last = delivery.attempt_log.at(-1)
  return (
    <>
      <Attempts log={delivery.attempt_log} />
      {last ? (
        <section>
          <h3 className={styles['head']}>{t`What the receiver answered`}</h3>
          {last.response_excerpt ? (
            <Code label={t`Answer`} text={prettyJson(last.response_excerpt)} />
          ) : (
            <p className="quiet">{last.error ? reasonOf(last.failure, last.error) : t`An empty body`}</p>
          )}
        </section>
      ) : null}
      <section>
        <h3 className={styles['head']}>{last ? t`The request as sent` : t`What would be sent`}</h3>
        <div className={styles['request']}>
          {last ? <Code label={t`Headers`} text={headersAsSent(endpoint, delivery, last)} /> : null}
          <Code label={t`Body`} text={prettyJson(delivery.body)} />
        </div>
      </section>
    </>
  )
}

// The request of one attempt, as the receiver got it. The signature is not stored: each attempt computes it from the
// time, the body and the secret. Of the own headers, those of today, nobody can read the values.

export function headersAsSent(
  { url, header_names }: WebhookEndpoint,
  { id, event_id, event_type }: WebhookDeliveryDetail,
  attempt: { number: number; started_at: string },
): string {
  const { host, pathname, search } = new URL(url)
  const time = Math.floor(Date.parse(attempt.started_at) / 1000)
  return [
    `POST ${pathname}${search}`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'User-Agent: Anden-Webhooks/1',
    ...header_names.map((name) => `${name}: …`),
    `Service-Event-Id: evt_${event_id}`,
    `Service-Event-Type: ${event_type}`,
    `Service-Delivery-Id: ${id}`,
    `Service-Delivery-Attempt: ${attempt.number}`,
    `Service-Signature: t=${time},v1=…`,
    `webhook-id: evt_${event_id}`,
    `webhook-timestamp: ${time}`,
    'webhook-signature: v1,…',
  ].join('\n')
}

/** Indents JSON for reading. Any other text is returned unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** All attempts, oldest first. */
export function Attempts({ log }: { log: readonly DeliveryAttempt[] }) {
  const { t } = useLingui()
  const reasonOf = useFailureReason()
  if (log.length === 0) return <p className="quiet">{t`It was not attempted: the endpoint was paused.`}</p>
  return (
    <table className={styles['attempts']} aria-label={t`Attempts`}>
      <tbody>
        {log.map(({ number, started_at, response_status, duration_ms, error, failure }) => {
          const isGood = error === null
          return (
            <tr key={started_at}>
              <td>{number}</td>
              <td title={started_at}>
                {formatShortDay(started_at)} {formatClockSeconds(started_at)}
              </td>
              <td>
                <Chip tone={isGood ? 'ok' : 'bad'} {...(error ? { title: reasonOf(failure, error) } : {})}>
                  {response_status ?? t`no answer`}
                </Chip>
              </td>
              <td>{formatNumber(duration_ms)} ms</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
