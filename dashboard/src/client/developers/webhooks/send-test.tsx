// Tests an endpoint: sends one signed request now and shows the receiver's response.

import { eventTypes } from '@anden/contract/values'
import type { SendTest, TestPing } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { portal } from '../../../shared/api.ts'
import { useSession } from '../../../shared/session.ts'
import { Card, Stacked } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Code } from '../../../ui/code.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { ProblemNote } from '../../../ui/problem.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { prettyJson } from './delivery.tsx'
import { useFailureReason } from './failure-reason.ts'

const ping = 'webhook.test'

export function useSendTest() {
  return useAction({
    mutationFn: async ({ endpointId, type }: { endpointId: string; type: string }) =>
      await portal.webhooks.test(endpointId, type === ping ? {} : { type: type as SendTest['type'] }),
  })
}

/** Only administrators may send tests. */
export function SendTestCard({ endpointId }: { endpointId: string }) {
  const { t } = useLingui()
  const isAdministrator = useSession().role === 'administrator'
  const [type, setType] = useState(ping)
  const sending = useSendTest()
  if (!isAdministrator) return null
  return (
    <Card title={t`Send a test`}>
      <Stacked>
        <p className="quiet">
          <Trans>
            One signed request, now. It counts nowhere, and the id of its event begins with evt_test_.
          </Trans>
        </p>
        <Group gap={8}>
          <NativeSelect
            aria-label={t`Event`}
            data={[{ value: ping, label: t`${ping} (ping)` }, ...eventTypes]}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value)}
          />
          <Button loading={sending.isPending} onClick={() => sending.mutate({ endpointId, type })}>
            {t`Send`}
          </Button>
        </Group>
        {sending.isError ? <ProblemNote error={sending.error} /> : null}
        {sending.data ? <TestResult {...sending.data} /> : null}
      </Stacked>
    </Card>
  )
}

export function TestResult(result: TestPing) {
  const { succeeded, response_status, duration_ms, error, failure, response_excerpt } = result
  const { t } = useLingui()
  const reasonOf = useFailureReason()
  return (
    <div role="status">
      <Stacked>
        <Group gap={8}>
          <Chip tone={succeeded ? 'ok' : 'bad'}>{succeeded ? t`accepted` : t`not accepted`}</Chip>
          <span>
            {[response_status === null ? null : `HTTP ${response_status}`, `${formatNumber(duration_ms)} ms`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {error && failure?.code !== 'http_status' ? (
            <span className="quiet">{reasonOf(failure, error)}</span>
          ) : null}
        </Group>
        {response_excerpt ? <Code label={t`Answer`} text={prettyJson(response_excerpt)} /> : null}
      </Stacked>
    </div>
  )
}
