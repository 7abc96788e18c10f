// The log of the client's own requests: every write, every failure, and the number of successful reads.

import type { LoggedRequest } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { markOld } from '../../../shared/api.ts'
import { ListPage } from '../../../shared/lists/list-page.tsx'
import { Empty } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { onlyFilters, useFilters } from '../../../ui/filters.tsx'
import { formatNumber } from '../../../ui/format.ts'
import type { Search } from '../../../ui/url-filters.ts'
import { Moment, Mono } from '../../../ui/values.tsx'
import { Beside } from '../beside.tsx'
import { RequestFilters } from './filters.tsx'
import styles from './list.module.css'
import { RequestPanel, requestList, StatusChip } from './panel.tsx'
import { ReadsByHour } from './reads.tsx'

const apiPrefix = '/api/v1/portal'

export function RequestLog() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const query = requestList(onlyFilters(search))
  const opened = typeof search['open'] === 'string' ? search['open'] : null
  const columns: Column<LoggedRequest>[] = [
    {
      id: 'path',
      label: t`Request`,
      width: '44%',
      cell: ({ request_id, method, path, count }) => (
        <Link
          to="."
          search={(now: Search) => ({ ...now, open: request_id })}
          resetScroll={false}
          className={styles['request'] ?? ''}
        >
          <b>{method}</b>
          <Mono>{path.replace(apiPrefix, '')}</Mono>
          {count > 1 ? <span className="quiet">× {formatNumber(count)}</span> : null}
        </Link>
      ),
    },
    { id: 'status', label: t`Status`, width: '9%', cell: ({ status }) => <StatusChip status={status} /> },
    {
      id: 'duration_ms',
      label: t`Duration`,
      width: '9%',
      isNumeric: true,
      from: 'sm',
      cell: ({ duration_ms }) => `${formatNumber(duration_ms)} ms`,
    },
    {
      id: 'by',
      label: t`By`,
      from: 'md',
      cell: ({ key_prefix, user_email }) => (key_prefix ? <Mono>{key_prefix}…</Mono> : user_email),
    },
    {
      id: 'created_at',
      label: t`Time`,
      width: '17%',
      isNumeric: true,
      from: 'sm',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  return (
    <ListPage
      title={t`Requests`}
      intro={
        <Trans>
          Every write and every failed request of the last 14 days, by your programs and your people. Bodies
          are never kept.
        </Trans>
      }
      query={query}
      exportAs="requests"
      actions={<Button onClick={() => markOld('requests')}>{t`Refresh`}</Button>}
      filters={<RequestFilters />}
    >
      <ReadsByHour query={query} />
      <Beside
        title={t`Request`}
        panel={opened ? <RequestPanel requestId={opened} /> : null}
        close={() => set('open', undefined)}
      >
        <DataTable
          label={t`Requests`}
          query={query}
          columns={opened ? columns.filter(({ id }) => id !== 'by' && id !== 'duration_ms') : columns}
          rowKey={({ id }) => id}
          select={({ request_id }) => set('open', request_id)}
          isSelected={({ request_id }) => request_id === opened}
          empty={
            <Empty title={t`No requests yet`}>
              {t`Once a program of yours writes something, or is refused, it is listed here with the reason.`}
            </Empty>
          }
        />
      </Beside>
    </ListPage>
  )
}
