// The keys of a client or of the staff: how much each is used, when it expires, and the actions on it.

import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import type { Rows } from '../api.ts'
import { ListPage } from '../lists/list-page.tsx'
import { useIsInspecting } from '../session.ts'
import type { AnyIssuedKey, AnyKey, KeyWrites } from './key.ts'
import { useKeyColumns } from './key-columns.tsx'

const IssuedKey = lazy(async () => ({ default: (await import('./issued-key.tsx')).IssuedKey }))
const RevokeKey = dialogOnDemand(async () => (await import('./revoke-key.tsx')).RevokeKey)
const RotateKey = dialogOnDemand(async () => (await import('./rotate-key.tsx')).RotateKey)

type Dialog = { of: AnyKey; kind: 'rotate' | 'revoke' }

type KeyListProps<Key extends AnyKey> = {
  title: string
  intro: ReactNode
  /** Links to the other keys of the same people. */
  tabs?: ReactNode
  /** Below the first step of an empty list. */
  emptyNote?: ReactNode
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
  const {
    title,
    intro,
    tabs,
    emptyNote,
    path,
    above = [],
    query,
    exportAs,
    purpose,
    writes,
    trial,
    use,
  } = props
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
      tabs={tabs}
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
          <>
            <Empty title={t`No keys yet`} action={create(t`Create the first one`)}>
              {purpose}
            </Empty>
            {emptyNote}
          </>
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
