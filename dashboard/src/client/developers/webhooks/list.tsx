import { eventTypes } from '@anden/contract/values'
import type { WebhookEndpoint } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../../shared/lists/list-page.tsx'
import { useMay } from '../../../shared/session.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Empty } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Moment, None } from '../../../ui/values.tsx'
import { summaryOfTypes } from '../event-types.ts'
import { TryInSandbox } from '../try-in-sandbox.tsx'
import { EndpointChip } from './chips.tsx'
import { HealthCell } from './health-cards.tsx'
import styles from './list.module.css'
import { endpointList } from './queries.ts'
import { shortUrl } from './short-url.ts'

export function EndpointList() {
  const { t } = useLingui()
  const mayWrite = useMay('write:webhooks')
  const add = (label: string) =>
    mayWrite ? (
      <ButtonLink to="/developers/webhooks/new" variant="filled">
        {label}
      </ButtonLink>
    ) : null
  const columns: Column<WebhookEndpoint>[] = [
    {
      id: 'url',
      label: t`Endpoint`,
      width: '34%',
      cell: ({ id, url, description }) => (
        <div className={styles['name']}>
          <Link to="/developers/webhooks/$id" params={{ id }}>
            <UrlText url={shortUrl(url)} />
          </Link>
          {description ? <span className="quiet">{description}</span> : null}
        </div>
      ),
    },
    { id: 'status', label: t`State`, width: '12%', cell: (endpoint) => <EndpointChip endpoint={endpoint} /> },
    {
      id: 'health',
      label: t`Latest attempts`,
      from: 'sm',
      cell: ({ id }) => <HealthCell endpointId={id} />,
    },
    { id: 'events', label: t`Events`, from: 'lg', cell: ({ events }) => <EventSummary types={events} /> },
    {
      id: 'last_success_at',
      label: t`Last success`,
      width: '12%',
      from: 'md',
      cell: ({ last_success_at }) => (last_success_at ? <Moment at={last_success_at} ago /> : <None />),
    },
  ]
  return (
    <ListPage
      title={t`Webhooks`}
      intro={
        <Trans>
          Andén sends each event to your endpoints, signed. See{' '}
          <Link to="/developers/webhooks/events">what can be sent</Link>, or{' '}
          <Link to="/developers/webhooks/signature">find out why a signature does not match</Link>.
        </Trans>
      }
      query={endpointList}
      actions={add(t`Add an endpoint`)}
    >
      <DataTable
        label={t`Webhook endpoints`}
        query={endpointList}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/developers/webhooks/${id}`}
        empty={
          <>
            <Empty title={t`No endpoints yet`} action={add(t`Add the first one`)}>
              {t`An endpoint is an address of yours that gets a request whenever an order, a remito, stock or your account changes.`}
            </Empty>
            <TryInSandbox />
          </>
        }
      />
    </ListPage>
  )
}

function EventSummary({ types }: { types: readonly string[] }) {
  const { t } = useLingui()
  if (types.length === eventTypes.length) return t`all`
  return <span title={types.join(', ')}>{summaryOfTypes(types)}</span>
}

/** On a phone, the URL wraps after a slash instead of within a word. */
function UrlText({ url }: { url: string }) {
  const slash = url.indexOf('/') + 1
  return (
    <>
      {url.slice(0, slash)}
      <wbr />
      {url.slice(slash)}
    </>
  )
}
