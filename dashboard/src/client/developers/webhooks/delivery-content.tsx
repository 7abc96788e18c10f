import type { WebhookDeliveryDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Code } from '../../../ui/code.tsx'
import { Attempts } from './attempts.tsx'
import styles from './delivery-content.module.css'
import { useFailureReason } from './failure-reason.ts'
import { headersAsSent, prettyJson } from './request-as-sent.ts'

/** The attempts, the request as it was sent, and the latest response. */
export function DeliveryContent({ url, delivery }: { url: string; delivery: WebhookDeliveryDetail }) {
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
          {last ? <Code label={t`Headers`} text={headersAsSent(url, delivery, last)} /> : null}
          <Code label={t`Body`} text={prettyJson(delivery.body)} />
        </div>
      </section>
    </>
  )
}
