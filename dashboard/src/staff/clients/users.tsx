import type { User } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { backoffice } from '../../shared/backoffice.ts'
import { useMay } from '../../shared/session.ts'
import { type ClientRole, useRoles } from '../../shared/users/client-roles.ts'
import { ResetSecondFactorDialog } from '../../shared/users/reset-second-factor.tsx'
import { LastSeen } from '../../shared/users/user-list.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { usersOf } from '../queries.ts'

export function UsersOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayInvite = useMay('staff:admin')
  const [asked, setAsked] = useState<User | null>(null)
  const [notice, setNotice] = useState('')
  const columns = useColumns(mayInvite ? setAsked : null)
  const invite = (label: string) =>
    mayInvite ? (
      <ButtonLink to="/warehouse/clients/$id/users/new" params={{ id: clientId }}>
        {label}
      </ButtonLink>
    ) : null
  return (
    <Card title={t`Users`} aside={invite(t`Invite`)} flush>
      <Detail query={usersOf(clientId)}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`Nobody of this client can sign in yet`}>
              {t`The first administrator invites the others.`}
            </Empty>
          ) : (
            <PlainTable
              label={t`Users`}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              rowsAtFirst={6}
            />
          )
        }
      </Detail>
      <p role="status" className={notice ? '' : 'visually-hidden'}>
        {notice}
      </p>
      {asked ? (
        <ResetSecondFactorDialog
          user={asked}
          close={() => setAsked(null)}
          done={setNotice}
          reset={backoffice.users.resetSecondFactor}
        />
      ) : null}
    </Card>
  )
}

/** `reset`: asks before the second factor of a user is reset; null: the person may not. */
function useColumns(reset: ((user: User) => void) | null): Column<User>[] {
  const { t } = useLingui()
  const roles = useRoles()
  return [
    { id: 'name', label: t`Name`, cell: ({ name }) => name },
    { id: 'email', label: t`E-mail`, from: 'sm', cell: ({ email }) => email },
    { id: 'role', label: t`Role`, cell: ({ role }) => roles[role as ClientRole]?.label ?? role },
    {
      id: 'last_seen_at',
      label: t`Last seen`,
      from: 'sm',
      cell: (user) => <LastSeen {...user} />,
    },
    ...(reset
      ? [
          {
            id: 'actions',
            label: t`Actions`,
            isNumeric: true,
            cell: (user: User) =>
              user.two_factor_enabled ? (
                <RowMenu
                  label={t`Actions for ${user.name}`}
                  actions={[{ label: t`Reset the second factor…`, act: () => reset(user) }]}
                />
              ) : null,
          },
        ]
      : []),
  ]
}
