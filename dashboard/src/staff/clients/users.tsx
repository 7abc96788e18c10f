import type { User } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useMay } from '../../shared/session.ts'
import { type ClientRole, useRoles } from '../../shared/users/client-roles.ts'
import { LastSeen } from '../../shared/users/last-seen.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { usersOf } from '../queries.ts'

export function UsersOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayInvite = useMay('staff:admin')
  const columns = useColumns()
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
    </Card>
  )
}

function useColumns(): Column<User>[] {
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
  ]
}
