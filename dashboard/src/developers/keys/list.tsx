import type { ApiKey, IssuedApiKey } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Moment, Mono, None } from '../../ui/values.tsx'
import { KeyActions } from './actions.tsx'
import styles from './list.module.css'
import './problems.ts'
import { keyList } from './queries.ts'
import { ScopeSummary } from './scope-summary.tsx'
import { isUsable } from './state.ts'
import { KeyStateChip } from './state-chip.tsx'
import { UsageCell } from './usage-cell.tsx'

const IssuedKey = lazy(async () => ({ default: (await import('./issued.tsx')).IssuedKey }))
const RevokeKey = lazy(async () => ({ default: (await import('./revoke.tsx')).RevokeKey }))
const RotateKey = lazy(async () => ({ default: (await import('./rotate.tsx')).RotateKey }))

type Dialog = { of: ApiKey; kind: 'rotate' | 'revoke' }

export function KeyList() {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [rotated, setRotated] = useState<IssuedApiKey | null>(null)
  const close = () => setDialog(null)
  const create = (label: string) => (
    <ButtonLink to="/developers/keys/new" variant="filled">
      {label}
    </ButtonLink>
  )
  if (rotated)
    return (
      <Page title={rotated.name} crumbs={[{ to: '/developers/keys', label: t`API keys` }]}>
        <Suspense>
          <IssuedKey apiKey={rotated} done={() => setRotated(null)} />
        </Suspense>
      </Page>
    )
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      label: t`Name`,
      cell: ({ name, key_prefix }) => (
        <div className={styles['name']}>
          <b>{name}</b>
          <Mono>{key_prefix}…</Mono>
        </div>
      ),
    },
    { id: 'state', label: t`State`, cell: (key) => <KeyStateChip apiKey={key} /> },
    { id: 'scopes', label: t`Scopes`, from: 'md', cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
    { id: 'usage', label: t`Requests, 14 days`, from: 'sm', cell: ({ id }) => <UsageCell keyId={id} /> },
    {
      id: 'last_used_at',
      label: t`Last use`,
      from: 'sm',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} ago /> : <None />),
    },
    {
      id: 'expires_at',
      label: t`Expires`,
      from: 'md',
      cell: ({ expires_at }) =>
        expires_at ? <Moment at={expires_at} ago /> : <span className="quiet">{t`never`}</span>,
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (key) =>
        isUsable(key) ? (
          <KeyActions
            apiKey={key}
            rotate={() => setDialog({ of: key, kind: 'rotate' })}
            revoke={() => setDialog({ of: key, kind: 'revoke' })}
          />
        ) : null,
    },
  ]
  return (
    <ListPage
      title={t`API keys`}
      intro={
        <Trans>
          A key is how a program of yours signs in. Give each program its own, with only the scopes that it
          needs. What they did is in <Link to="/developers/requests">the request log</Link>.
        </Trans>
      }
      query={keyList}
      exportAs="keys"
      actions={create(t`Create a key`)}
    >
      <DataTable
        label={t`API keys`}
        query={keyList}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t`No keys yet`} action={create(t`Create the first one`)}>
            {t`With a key, your ERP or shop reads stock and places orders by itself.`}
          </Empty>
        }
      />
      <Suspense>
        {dialog?.kind === 'rotate' ? (
          <RotateKey
            apiKey={dialog.of}
            close={close}
            rotated={(key) => {
              close()
              setRotated(key)
            }}
          />
        ) : null}
        {dialog?.kind === 'revoke' ? <RevokeKey apiKey={dialog.of} close={close} /> : null}
      </Suspense>
    </ListPage>
  )
}
