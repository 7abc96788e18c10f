import type { User } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMay } from '../../shared/session.ts'
import { type ClientRole, useRoles } from '../../shared/users/client-roles.ts'
import { LastSeen } from '../../shared/users/last-seen.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showNotice } from '../../ui/notices.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { usersOf } from '../queries.ts'

const SendLinkDialog = dialogOnDemand(
  async () => (await import('../../shared/users/send-link.tsx')).SendLinkDialog,
)

export function UsersOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayInvite = useMay('staff:admin')
  const [linked, setLinked] = useState<User | null>(null)
  const columns = useColumns(mayInvite ? setLinked : null)
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
      {linked ? (
        <SendLinkDialog
          user={linked}
          close={() => setLinked(null)}
          done={(text) => showNotice({ content: text })}
        />
      ) : null}
    </Card>
  )
}

/** `sendLink` is null for those who may not invite. */
function useColumns(sendLink: ((user: User) => void) | null): Column<User>[] {
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
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (user) =>
        sendLink && user.invitation_pending ? (
          <RowMenu
            label={t`Actions for ${user.name}`}
            actions={[{ label: t`Send a new link`, act: () => sendLink(user) }]}
          />
        ) : null,
    },
  ]
}
