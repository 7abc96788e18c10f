// All event types, each with an example and a button that sends one now.
import examples from 'virtual:event-examples'
import { typesByFamily } from '@anden/contract/values'
import type { WebhookEndpoint } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../shared/session.ts'
import { Card, Stacked } from '../../../ui/card.tsx'
import { Code } from '../../../ui/code.tsx'
import { useFilters } from '../../../ui/filters.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { Mono } from '../../../ui/values.tsx'
import { eventText, familyName } from '../event-types.ts'
import { endpointList } from '../webhooks/queries.ts'
import { TestResult, useSendTest } from '../webhooks/send-test.tsx'
import { shortUrl } from '../webhooks/short-url.ts'
import styles from './page.module.css'

const first = 'order.created'

export function EventCatalogue() {
  const { t } = useLingui()
  const { search } = useFilters()
  const asked = String(search['open'] ?? first)
  const type = asked in examples ? asked : first
  const families = [
    ...typesByFamily.map(({ name, types }) => ({ label: familyName(name), types })),
    { label: t`Test`, types: ['webhook.test'] },
  ]
  return (
    <Page
      title={t`What can be sent`}
      intro={<Trans>Every event, when it is sent, and what it looks like.</Trans>}
      crumbs={[{ to: '/developers/webhooks', label: t`Webhooks` }]}
    >
      <div className={styles['catalogue']}>
        <nav aria-label={t`Events`} className={styles['types']}>
          {families.map(({ label, types }) => (
            <section key={label}>
              <h2>{label}</h2>
              {types.map((one) => (
                <Link
                  key={one}
                  to="/developers/webhooks/events"
                  search={{ open: one }}
                  replace
                  resetScroll={false}
                  aria-current={one === type ? 'true' : undefined}
                >
                  <Mono>{one}</Mono>
                </Link>
              ))}
            </section>
          ))}
        </nav>
        <Stacked>
          <Card title={<Mono>{type}</Mono>}>
            <Stacked>
              <p>{eventText(type)}</p>
              <SendMeThis key={type} type={type} />
              <Code label={t`Example`} text={JSON.stringify(examples[type], null, 2)} />
            </Stacked>
          </Card>
        </Stacked>
      </div>
    </Page>
  )
}

/** Only administrators may send tests; they can choose any of their endpoints. */
function SendMeThis({ type }: { type: string }) {
  const { t } = useLingui()
  const isAdministrator = useSession().role === 'administrator'
  const { data: listed, isPending } = useInfiniteQuery(endpointList.pages)
  const endpoints = listed?.pages.flatMap(({ data }) => data) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const sending = useSendTest()
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0]
  if (isAdministrator && isPending) return <Skeleton height={36} width={320} />
  if (!isAdministrator || !endpoint) return null
  const named = ({ id, url }: WebhookEndpoint) => ({ value: id, label: shortUrl(url) })
  return (
    <>
      <Group gap={8}>
        <NativeSelect
          aria-label={t`Endpoint`}
          data={endpoints.map(named)}
          value={endpoint.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          w={320}
          maw="100%"
        />
        <Button loading={sending.isPending} onClick={() => sending.mutate({ endpointId: endpoint.id, type })}>
          {t`Send me this one`}
        </Button>
      </Group>
      {sending.isError ? <ProblemNote error={sending.error} /> : null}
      {sending.data ? <TestResult {...sending.data} /> : null}
    </>
  )
}
