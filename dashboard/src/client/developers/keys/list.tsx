import type { ApiKey } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { portal } from '../../../shared/api.ts'
import { isSandbox } from '../../../shared/environment.ts'
import { KeyList } from '../../../shared/keys/key-list.tsx'
import { allScopes, isReadScope, useTrial } from '../../../shared/keys/scopes.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Mono } from '../../../ui/values.tsx'
import { TryInSandbox } from '../try-in-sandbox.tsx'
import { EnvironmentTabs } from './environment-tabs.tsx'
import { keyList, keyUsage } from './queries.ts'
import { oneDayMs, requestsSince, UsageCell } from './usage-cell.tsx'

const writes = { rotate: portal.keys.rotate, revoke: portal.keys.delete }

export function OwnKeyList() {
  const { t, i18n } = useLingui()
  const columns: Column<ApiKey>[] = [
    {
      id: 'environment',
      label: t`Environment`,
      from: 'md',
      cell: () => (isSandbox ? <Chip tone="info">{t`Sandbox`}</Chip> : <Chip tone="mute">{t`Live`}</Chip>),
    },
    { id: 'scopes', label: t`Scopes`, from: 'md', cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
    { id: 'usage', label: t`Requests, 14 days`, from: 'sm', cell: ({ id }) => <UsageCell keyId={id} /> },
  ]
  return (
    <KeyList
      title={t`API keys`}
      intro={
        <>
          <Trans>
            A key is how a program of yours signs in. Give each program its own, with only the scopes that it
            needs. What they did is in <Link to="/developers/requests">the request log</Link>.
          </Trans>{' '}
          <Trans>
            An AI agent connects to <Mono>{`${location.origin}/mcp`}</Mono> with a key of its own:{' '}
            <a href={`/docs/${i18n.locale}/guides/agents`}>connect an agent</a>.
          </Trans>
        </>
      }
      tabs={<EnvironmentTabs />}
      emptyNote={<TryInSandbox />}
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

/** The requests of the last day, which show whether any program still depends on the key. */
function RecentUse({ keyId }: { keyId: string }) {
  const { t } = useLingui()
  const { data: usage } = useQuery(keyUsage(keyId))
  if (!usage) return null
  const count = requestsSince(usage, oneDayMs).all
  return t`${plural(count, { one: '# request', other: '# requests' })} in the last 24 hours.`
}

const shown = 2

/** The scopes of a key in one line; hovering shows all of them. */
function ScopeSummary({ scopes }: { scopes: readonly string[] }) {
  const { t } = useLingui()
  const reads = allScopes.filter(isReadScope)
  const summary = () => {
    if (scopes.length === allScopes.length) return t`everything`
    if (scopes.length === reads.length && scopes.every(isReadScope)) return t`read everything`
    const names = scopes.slice(0, shown).join(', ')
    const more = scopes.length - shown
    return more > 0 ? t`${names} and ${more} more` : names
  }
  return (
    <span title={scopes.join(', ')}>
      {summary()}
      <span className="visually-hidden">{`: ${scopes.join(', ')}`}</span>
    </span>
  )
}
