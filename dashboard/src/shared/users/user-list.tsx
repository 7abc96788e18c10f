import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { RowAction } from '../../ui/row-menu.tsx'
import type { Rows } from '../api.ts'
import { ListPage } from '../lists/list-page.tsx'
import { useIsInspecting } from '../session.ts'
import type { AnyUser, UserDialogProps } from './user.ts'
import { useUserColumns } from './user-columns.tsx'

/** An action on a user, which opens a dialog. */
type UserDialogAction<Action extends string> = Omit<RowAction, 'act'> & { action: Action }

type UserListProps<User extends AnyUser, Action extends string> = {
  /** The path of this list. The page `new` below it invites a user. */
  path: string
  above?: readonly { to: string; label: string }[]
  query: Rows<User>
  exportAs: string
  /** Explains who should be in this list. */
  purpose: string
  rights: Column<User>
  actionsFor: (user: User) => readonly UserDialogAction<Action>[]
  dialog: (props: UserDialogProps<User> & { action: Action }) => ReactNode
}

export function UserList<User extends AnyUser, Action extends string>(props: UserListProps<User, Action>) {
  const { path, above = [], query, exportAs, purpose, rights, actionsFor, dialog } = props
  const { t } = useLingui()
  const [open, setOpen] = useState<{ user: User; action: Action } | null>(null)
  const [notice, setNotice] = useState('')
  const columns = useUserColumns(rights, (user) =>
    actionsFor(user).map(({ action, ...one }) => ({ ...one, act: () => setOpen({ user, action }) })),
  )
  const isInspecting = useIsInspecting()
  const invite = isInspecting ? null : (
    <ButtonLink to={`${path}/new`} variant="filled">
      {t`Invite a user`}
    </ButtonLink>
  )
  return (
    <ListPage title={t`Users`} crumbs={above} query={query} exportAs={exportAs} actions={invite}>
      <p role="status" className={notice ? '' : 'visually-hidden'}>
        {notice}
      </p>
      <DataTable
        label={t`Users`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t`No users yet`} action={invite}>
            {purpose}
          </Empty>
        }
      />
      {open ? dialog({ ...open, close: () => setOpen(null), done: setNotice }) : null}
    </ListPage>
  )
}
