import type { LoggedRequest } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { one, portal, rows } from '../../../shared/api.ts'
import { curlOf } from '../../../shared/curl.ts'
import { Facts } from '../../../ui/card.tsx'
import { Chip, type Tone } from '../../../ui/chip.tsx'
import { Code, CopyButton } from '../../../ui/code.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Moment, Mono } from '../../../ui/values.tsx'
import styles from './panel.module.css'

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
        <Code label={t`As curl, without the key`} text={commandOf(request)} />
      </section>
    </>
  )
}

function commandOf({ method, path, query }: Pick<LoggedRequest, 'method' | 'path' | 'query'>): string {
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return curlOf({
    method,
    address: `${location.origin}${path}${query ? `?${query}` : ''}`,
    key: 'ANDEN_KEY',
    ...(hasBody ? { body: '@body.json' } : {}),
  })
}

export const requestList = (filters: Record<string, unknown>) =>
  rows(['requests'], portal.requests.list, filters, { read: portal.requests.export })

/** null if the request is not in the log, or no longer. */
const requestById = (requestId: string) =>
  one(['requests', requestId], async (options): Promise<LoggedRequest | null> => {
    const { data } = await portal.requests.list({ request_id: requestId, limit: 1 }, options)
    return data[0] ?? null
  })

function toneOfStatus(status: number): Tone {
  if (status < 300) return 'ok'
  if (status < 400) return 'info'
  return status < 500 ? 'warn' : 'bad'
}

/** An HTTP status. */
export function StatusChip({ status }: { status: number }) {
  return <Chip tone={toneOfStatus(status)}>{status}</Chip>
}
