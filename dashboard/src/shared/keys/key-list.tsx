// The keys of a client or of the staff: how much each is used, when it expires, and the actions on it.

import type { ApiKey, IssuedApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Moment, Mono, None } from '../../ui/values.tsx'
import type { Rows } from '../api.ts'
import { ListPage } from '../lists/list-page.tsx'
import { useIsInspecting } from '../session.ts'
import styles from './key-list.module.css'

const IssuedKey = lazy(async () => ({ default: (await import('./issued-key.tsx')).IssuedKey }))
const RevokeKey = dialogOnDemand(async () => (await import('./revoke-key.tsx')).RevokeKey)
const RotateKey = dialogOnDemand(async () => (await import('./rotate-key.tsx')).RotateKey)

type Dialog = { of: AnyKey; kind: 'rotate' | 'revoke' }

type KeyListProps<Key extends AnyKey> = {
  title: string
  intro: ReactNode
  /** The path of this list. The page `new` below it creates a key. */
  path: string
  above?: readonly { to: string; label: string }[]
  query: Rows<Key>
  exportAs: string
  /** What the keys are for. */
  purpose: string
  /** Columns of this kind of key, shown after the state. */
  columns: readonly Column<Key>[]
  writes: KeyWrites
  trial: { path: string; note: ReactNode }
  /** Shows the recent usage of a key. */
  use?: (key: AnyKey) => ReactNode
}

export function KeyList<Key extends AnyKey>(props: KeyListProps<Key>) {
  const { title, intro, path, above = [], query, exportAs, purpose, writes, trial, use } = props
  const { t } = useLingui()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [rotated, setRotated] = useState<AnyIssuedKey | null>(null)
  const isInspecting = useIsInspecting()
  const columns = useKeyColumns(props.columns, (of, kind) => setDialog({ of, kind }))
  const close = () => setDialog(null)
  const create = (label: string) =>
    isInspecting ? null : (
      <ButtonLink to={`${path}/new`} variant="filled">
        {label}
      </ButtonLink>
    )
  if (rotated)
    return (
      <Page title={rotated.name} crumbs={[...above, { to: path, label: title }]}>
        <Suspense>
          <IssuedKey token={rotated.token} trial={trial} done={() => setRotated(null)} />
        </Suspense>
      </Page>
    )
  return (
    <ListPage
      title={title}
      intro={intro}
      crumbs={above}
      query={query}
      exportAs={exportAs}
      actions={create(t`Create a key`)}
    >
      <DataTable
        label={title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t`No keys yet`} action={create(t`Create the first one`)}>
            {purpose}
          </Empty>
        }
      />

      {dialog?.kind === 'rotate' ? (
        <RotateKey
          of={dialog.of}
          rotate={writes.rotate}
          close={close}
          rotated={(key) => {
            close()
            setRotated(key)
          }}
        />
      ) : null}
      {dialog?.kind === 'revoke' ? (
        <RevokeKey of={dialog.of} revoke={writes.revoke} use={use?.(dialog.of)} close={close} />
      ) : null}
    </ListPage>
  )
}

/** `own` are the columns that only one kind of key has. */
function useKeyColumns<Key extends AnyKey>(
  own: readonly Column<Key>[],
  ask: (key: Key, kind: 'rotate' | 'revoke') => void,
): Column<Key>[] {
  const { t } = useLingui()
  const isInspecting = useIsInspecting()
  const columns: Column<Key>[] = [
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
    { id: 'state', label: t`State`, cell: (key) => <KeyStateChip of={key} /> },
    ...own,
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
          <RowMenu
            label={t`Actions for ${key.name}`}
            actions={[
              { label: t`Rotate…`, act: () => ask(key, 'rotate') },
              { label: t`Revoke…`, act: () => ask(key, 'revoke'), isDangerous: true },
            ]}
          />
        ) : null,
    },
  ]
  return isInspecting ? columns.filter(({ id }) => id !== 'actions') : columns
}

export function KeyStateChip({ of }: { of: Pick<AnyKey, 'revoked_at' | 'expires_at'> }) {
  const { t } = useLingui()
  switch (keyState(of)) {
    case 'active':
      return <Chip tone="ok">{t`active`}</Chip>
    case 'expiring':
      return <Chip tone="warn">{t`expires soon`}</Chip>
    case 'expired':
      return <Chip tone="bad">{t`key expired`}</Chip>
    case 'revoked':
      return <Chip tone="mute">{t`revoked`}</Chip>
  }
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'
type Ends = Pick<AnyKey, 'revoked_at' | 'expires_at'>

const soonDays = 14
const dayMs = 86_400_000

function keyState({ revoked_at, expires_at }: Ends, now = Date.now()): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  const leftMs = Date.parse(expires_at) - now
  if (leftMs <= 0) return 'expired'
  return leftMs < soonDays * dayMs ? 'expiring' : 'active'
}

const isUsable = (key: Ends) => ['active', 'expiring'].includes(keyState(key))

/** A key of a client or of the staff. */
export type AnyKey = Pick<
  ApiKey,
  'id' | 'name' | 'key_prefix' | 'scopes' | 'last_used_at' | 'expires_at' | 'revoked_at'
>

/** A key with its token, which is shown only once. */
export type AnyIssuedKey = AnyKey & Pick<IssuedApiKey, 'token'>

/** The writes on an existing key. */
export type KeyWrites = {
  rotate: (id: string, body: { grace_days: number }) => PromiseLike<AnyIssuedKey>
  revoke: (id: string) => PromiseLike<unknown>
}
