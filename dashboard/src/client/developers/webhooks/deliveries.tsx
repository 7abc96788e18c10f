// What an endpoint was sent, with the delivery that is open beside the list.

import { eventTypes } from '@anden/contract/values'
import type { WebhookDelivery, WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Empty } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { ChoiceFilter, Filters, onlyFilters, useFilters } from '../../../ui/filters.tsx'
import { formatNumber } from '../../../ui/format.ts'
import type { Search } from '../../../ui/url-filters.ts'
import { Moment, Mono, None } from '../../../ui/values.tsx'
import { Beside } from '../beside.tsx'
import { DeliveryChip } from './chips.tsx'
import styles from './deliveries.module.css'
import { DeliveryContent } from './delivery.tsx'
import { deliveryById, deliveryList } from './queries.ts'
import { RetryButton } from './retry.tsx'
import { SourceAddresses } from './source-addresses.tsx'

export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const query = deliveryList(endpoint.id, onlyFilters(search))
  // What stands below the table waits for its rows, which would move it.
  const { isSuccess } = useInfiniteQuery(query.pages)
  const opened = typeof search['open'] === 'string' ? search['open'] : null
  const detail = useQuery({ ...deliveryById(endpoint.id, opened ?? ''), enabled: opened !== null })
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'event_type',
      label: t`Event`,
      width: '30%',
      cell: ({ id, event_type }) => (
        <Link to="." search={(now: Search) => ({ ...now, open: id })} resetScroll={false}>
          <Mono>{event_type}</Mono>
        </Link>
      ),
    },
    { id: 'status', label: t`State`, width: '24%', cell: (delivery) => <DeliveryChip delivery={delivery} /> },
    { id: 'attempts', label: t`Attempts`, isNumeric: true, from: 'md', cell: ({ attempts }) => attempts },
    {
      id: 'duration_ms',
      label: t`Duration`,
      width: '15%',
      isNumeric: true,
      from: 'sm',
      cell: ({ duration_ms }) => (duration_ms === null ? <None /> : `${formatNumber(duration_ms)} ms`),
    },
    {
      id: 'created_at',
      label: t`Time`,
      width: '20%',
      isNumeric: true,
      from: 'sm',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  return (
    <>
      <DeliveryFilters />
      <Beside
        title={detail.data?.event_type ?? t`Delivery`}
        actions={
          opened ? (
            <>
              {detail.data ? <RetryButton endpoint={endpoint} delivery={detail.data} /> : null}
              <ButtonLink
                size="compact-sm"
                to="/developers/webhooks/$id/deliveries/$delivery"
                params={{ id: endpoint.id, delivery: opened }}
              >{t`Open`}</ButtonLink>
            </>
          ) : null
        }
        panel={
          opened ? (
            <Detail query={deliveryById(endpoint.id, opened)}>
              {(delivery) => <DeliveryContent endpoint={endpoint} delivery={delivery} />}
            </Detail>
          ) : null
        }
        close={() => set('open', undefined)}
      >
        <DataTable
          label={t`Deliveries`}
          query={query}
          columns={columns}
          rowKey={({ id }) => id}
          select={({ id }) => set('open', id)}
          isSelected={({ id }) => id === opened}
          empty={
            <Empty title={t`Nothing was sent yet`}>
              {t`The next event that this endpoint subscribes to appears here. Send a test to try your receiver now.`}
            </Empty>
          }
        />
      </Beside>
      {isSuccess ? <SourceAddresses /> : null}
    </>
  )
}

function DeliveryFilters() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  return (
    <Filters>
      <SegmentedControl
        className={styles['states'] ?? ''}
        size="xs"
        aria-label={t`State`}
        data={[
          { value: '', label: t`Any` },
          { value: 'failed', label: t`Failed` },
          { value: 'pending', label: t`Still pending` },
          { value: 'abandoned', label: t`Given up` },
        ]}
        value={String(search['status'] ?? '')}
        onChange={(status) => set('status', status)}
      />
      <ChoiceFilter
        name="event_type"
        label={t`Type`}
        choices={eventTypes.map((type) => ({ value: type, label: type }))}
      />
    </Filters>
  )
}
