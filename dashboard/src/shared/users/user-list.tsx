import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Moment, None } from '../../ui/values.tsx'
import { markOld, type Rows } from '../api.ts'
import { ListPage } from '../lists/list-page.tsx'
import { useIsInspecting, useSession } from '../session.ts'

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

/** The columns for users of a client and of the staff. `rights` shows what the person may do. */
function useUserColumns<User extends AnyUser>(
  rights: Column<User>,
  actionsFor: (user: User) => readonly RowAction[],
): Column<User>[] {
  const { t } = useLingui()
  const { user: self, inspection } = useSession()
  const columns: Column<User>[] = [
    {
      id: 'name',
      label: t`Name`,
      width: '20%',
      cell: ({ id, name }) => (
        <>
          <b>{name}</b> {id === self.id ? <span className="quiet">{t`(you)`}</span> : null}
        </>
      ),
    },
    { id: 'email', label: t`E-mail`, from: 'sm', width: '26%', cell: ({ email }) => email },
    { ...rights, width: '24%' },
    {
      id: 'two_factor_enabled',
      label: t`Second factor`,
      from: 'md',
      cell: ({ two_factor_enabled: isOn }) => (
        <Chip tone={isOn ? 'ok' : 'mute'}>{isOn ? t`on` : t`off`}</Chip>
      ),
    },
    {
      id: 'last_seen_at',
      label: t`Last seen`,
      from: 'sm',
      cell: (user) => <LastSeen {...user} />,
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (user) => <RowMenu label={t`Actions for ${user.name}`} actions={actionsFor(user)} />,
    },
  ]
  return inspection ? columns.filter(({ id }) => id !== 'actions') : columns
}

export function LastSeen({
  invitation_pending,
  last_seen_at,
}: Pick<AnyUser, 'invitation_pending' | 'last_seen_at'>) {
  const { t } = useLingui()
  if (invitation_pending) return <Chip tone="warn">{t`invited`}</Chip>
  return last_seen_at ? <Moment at={last_seen_at} ago /> : <None />
}

/** A user of a client or of the staff. */
export type AnyUser = Pick<
  User,
  'id' | 'name' | 'email' | 'two_factor_enabled' | 'invitation_pending' | 'last_seen_at'
>

export type UserDialogProps<User extends AnyUser = AnyUser> = {
  user: User
  close: () => void
  /** Takes a sentence that describes what was done. */
  done: (notice: string) => void
}

export function useUserAction(
  { close, done }: Pick<UserDialogProps, 'close' | 'done'>,
  send: () => PromiseLike<unknown>,
  notice: string,
) {
  return useAction({
    mutationFn: async () => await send(),
    onSuccess: () => {
      markOld('users')
      done(notice)
      close()
    },
  })
}
