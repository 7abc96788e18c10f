import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { backoffice } from '../../shared/backoffice.ts'
import { useMay } from '../../shared/session.ts'
import { Card, Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Detail } from '../../ui/detail.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { webhooksOf } from '../queries.ts'

export function WebhooksOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayTest = useMay('staff:clients')
  const test = {
    id: 'test',
    label: t`Test`,
    cell: ({ id }: { id: string }) => <TestPing clientId={clientId} id={id} />,
  }
  return (
    <Card title={t`Webhook endpoints`} flush>
      <Detail query={webhooksOf(clientId)}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No endpoints yet`} />
          ) : (
            <PlainTable
              label={t`Webhook endpoints`}
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                { id: 'url', label: t`URL`, cell: ({ url }) => <span className="mono">{url}</span> },
                {
                  id: 'status',
                  label: t`State`,
                  cell: ({ status }) =>
                    status === 'paused' ? (
                      <Chip tone="warn">{t`Paused`}</Chip>
                    ) : (
                      <Chip tone="ok">{t`Active`}</Chip>
                    ),
                },
                ...(mayTest ? [test] : []),
              ]}
            />
          )
        }
      </Detail>
    </Card>
  )
}

function TestPing({ clientId, id }: { clientId: string; id: string }) {
  const { t } = useLingui()
  const ping = useAction({
    mutationFn: async () => await backoffice.clients.webhooks.test(clientId, id, {}),
  })
  if (ping.isError) return <ProblemNote error={ping.error} retry={() => ping.mutate()} />
  if (ping.data) {
    const { succeeded, response_status, duration_ms, error } = ping.data
    return <Chip tone={succeeded ? 'ok' : 'bad'}>{`${response_status ?? error} · ${duration_ms} ms`}</Chip>
  }
  return (
    <Button size="compact-sm" loading={ping.isPending} onClick={() => ping.mutate()}>
      {t`Send a test`}
    </Button>
  )
}
