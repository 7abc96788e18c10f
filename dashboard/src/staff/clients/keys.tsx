import type { ApiKey } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { KeyStateChip } from '../../shared/keys/key-list.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, None } from '../../ui/values.tsx'
import { keysOf } from '../queries.ts'

export function KeysOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const columns: Column<ApiKey>[] = [
    { id: 'name', label: t`Name`, cell: ({ name }) => name },
    {
      id: 'prefix',
      label: t`Prefix`,
      from: 'sm',
      cell: ({ key_prefix }) => <span className="mono">{key_prefix}</span>,
    },
    {
      id: 'state',
      label: t`State`,
      cell: (key) => <KeyStateChip of={key} />,
    },
    {
      id: 'used',
      label: t`Last used`,
      from: 'sm',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} ago /> : <None />),
    },
  ]
  return (
    <Card title={t`API keys`} flush>
      <Detail query={keysOf(clientId)}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              title={t`No keys yet`}
            >{t`The client's administrators make them in their own dashboard.`}</Empty>
          ) : (
            <PlainTable
              label={t`API keys`}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              rowsAtFirst={6}
            />
          )
        }
      </Detail>
    </Card>
  )
}
