import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../shell/session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Moment, None } from '../ui/values.tsx'
import { userList } from './queries.ts'
import { type ClientRole, useRoles } from './roles.ts'
import { UserActions } from './user-actions.tsx'
import type { UserAction } from './user-dialogs.tsx'

const UserDialog = lazy(async () => ({ default: (await import('./user-dialogs.tsx')).UserDialog }))

export function Users() {
  const { t } = useLingui()
  const query = userList()
  const [open, setOpen] = useState<{ user: User; action: UserAction } | null>(null)
  const [notice, setNotice] = useState('')
  const columns = useColumns((user, action) => setOpen({ user, action }))
  const invite = (
    <ButtonLink to="/settings/users/new" variant="filled">
      {t`Invite a user`}
    </ButtonLink>
  )
  return (
    <ListPage title={t`Users`} query={query} exportAs="users" actions={invite}>
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
            {t`Invite the people of your company who work with the warehouse.`}
          </Empty>
        }
      />
      <Suspense>
        {open ? <UserDialog {...open} close={() => setOpen(null)} done={setNotice} /> : null}
      </Suspense>
    </ListPage>
  )
}

function useColumns(act: (user: User, action: UserAction) => void): Column<User>[] {
  const { t } = useLingui()
  const { user: self } = useSession()
  const roles = useRoles()
  return [
    {
      id: 'name',
      label: t`Name`,
      cell: ({ id, name }) => (
        <>
          <b>{name}</b> {id === self.id ? <span className="quiet">{t`(you)`}</span> : null}
        </>
      ),
    },
    { id: 'email', label: t`E-mail`, from: 'sm', cell: ({ email }) => email },
    { id: 'role', label: t`Role`, cell: ({ role }) => roles[role as ClientRole]?.label ?? role },
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
      cell: ({ invitation_pending, last_seen_at }) =>
        invitation_pending ? (
          <Chip tone="warn">{t`invited`}</Chip>
        ) : last_seen_at ? (
          <Moment at={last_seen_at} ago />
        ) : (
          <None />
        ),
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (user) => <UserActions user={user} act={(action) => act(user, action)} />,
    },
  ]
}
