import type { LoggedRequest } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Code } from '../../../ui/code.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Moment, Mono } from '../../../ui/values.tsx'
import { StatusChip } from '../status-chip.tsx'
import { curlOf } from './curl.ts'
import styles from './panel.module.css'
import { requestById } from './queries.ts'

export function RequestPanel({ requestId }: { requestId: string }) {
  const { t } = useLingui()
  return (
    <Detail query={requestById(requestId)}>
      {(request) =>
        request ? (
          <RequestDetail {...request} />
        ) : (
          <p className="quiet">{t`This request is not in the log, or no longer.`}</p>
        )
      }
    </Detail>
  )
}

function RequestDetail(request: LoggedRequest) {
  const { t } = useLingui()
  const { method, path, query, status, duration_ms, count, problem } = request
  return (
    <>
      <Facts
        entries={[
          [t`Request`, <Mono key="path">{`${method} ${path}`}</Mono>],
          [t`Parameters`, query ? <Mono key="query">{query}</Mono> : null],
          [t`Status`, <StatusChip key="status" status={status} />],
          [t`How often`, count > 1 ? formatNumber(count) : null],
          [t`Duration`, `${formatNumber(duration_ms)} ms`],
          [t`By`, request.key_prefix ? <Mono key="key">{request.key_prefix}…</Mono> : request.user_email],
          [t`Time`, <Moment key="at" at={request.created_at} />],
          [
            t`Request id`,
            <span key="id" className={styles['id']}>
              <Mono>{request.request_id}</Mono>
              <CopyButton value={request.request_id} label={t`Copy the request id`} />
            </span>,
          ],
        ]}
      />
      {problem ? (
        <section>
          <h3 className={styles['head']}>{t`What was answered`}</h3>
          <p className={styles['detail']}>{problem.detail ?? problem.title}</p>
          <Code label={t`Problem document`} text={JSON.stringify(problem, null, 2)} />
        </section>
      ) : null}
      <section>
        <h3 className={styles['head']}>{t`As curl, without the key`}</h3>
        <Code label={t`As curl, without the key`} text={curlOf(request)} />
      </section>
    </>
  )
}
