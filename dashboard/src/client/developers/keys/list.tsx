import type { ApiKey } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { portal } from '../../../shared/api.ts'
import { KeyList } from '../../../shared/keys/key-list.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { keyList } from './queries.ts'
import { RecentUse } from './recent-use.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import { useTrial } from './trial.ts'
import { UsageCell } from './usage-cell.tsx'

const writes = { rotate: portal.keys.rotate, revoke: portal.keys.delete }

export function OwnKeyList() {
  const { t } = useLingui()
  const columns: Column<ApiKey>[] = [
    { id: 'scopes', label: t`Scopes`, from: 'md', cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
    { id: 'usage', label: t`Requests, 14 days`, from: 'sm', cell: ({ id }) => <UsageCell keyId={id} /> },
  ]
  return (
    <KeyList
      title={t`API keys`}
      intro={
        <Trans>
          A key is how a program of yours signs in. Give each program its own, with only the scopes that it
          needs. What they did is in <Link to="/developers/requests">the request log</Link>.
        </Trans>
      }
      path="/developers/keys"
      query={keyList}
      exportAs="keys"
      purpose={t`With a key, your ERP or shop reads stock and places orders by itself.`}
      columns={columns}
      writes={writes}
      trial={useTrial()}
      use={({ id }) => <RecentUse keyId={id} />}
    />
  )
}
