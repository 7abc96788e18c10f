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
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { usersOf } from '../queries.ts'

const SendLinkDialog = dialogOnDemand(
  async () => (await import('../../shared/users/send-link.tsx')).SendLinkDialog,
)

type Asked = { user: User; action: 'send-link' | 'reset' }

export function UsersOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayInvite = useMay('staff:admin')
  const [asked, setAsked] = useState<Asked | null>(null)
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
      {asked?.action === 'send-link' ? (
        <SendLinkDialog user={asked.user} close={() => setAsked(null)} done={setNotice} />
      ) : null}
      {asked?.action === 'reset' ? (
        <ResetSecondFactorDialog
          user={asked.user}
          close={() => setAsked(null)}
          done={setNotice}
          reset={backoffice.users.resetSecondFactor}
        />
      ) : null}
    </Card>
  )
}

/** `ask` opens the dialog of an action; null: the person may do none. */
function useColumns(ask: ((asked: Asked) => void) | null): Column<User>[] {
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
    ...(ask
      ? [
          {
            id: 'actions',
            label: t`Actions`,
            isNumeric: true,
            cell: (user: User) => {
              const actions = [
                ...(user.invitation_pending
                  ? [{ label: t`Send a new link`, act: () => ask({ user, action: 'send-link' }) }]
                  : []),
                ...(user.two_factor_enabled
                  ? [{ label: t`Reset the second factor…`, act: () => ask({ user, action: 'reset' }) }]
                  : []),
              ]
              return actions.length > 0 ? (
                <RowMenu label={t`Actions for ${user.name}`} actions={actions} />
              ) : null
            },
          },
        ]
      : []),
  ]
}
