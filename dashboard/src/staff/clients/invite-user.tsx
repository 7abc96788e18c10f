import rules from 'contract:backoffice/POST /users'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { backoffice } from '../../shared/backoffice.ts'
import type { ClientRole } from '../../shared/users/client-roles.ts'
import { InviteUser } from '../../shared/users/invite-user.tsx'
import { RoleField } from '../../shared/users/role-field.tsx'
import { clientById } from '../queries.ts'

const route = getRouteApi('/shell/warehouse/clients/$id/users/new')

/** The first user of a client is usually an administrator, who invites the others. */
export function InviteUserOfClient() {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { data: client } = useQuery(clientById(id))
  return (
    <InviteUser
      crumbs={[
        { to: '/warehouse/clients', label: t`Clients` },
        { to: `/warehouse/clients/${id}`, label: client?.name ?? '…' },
      ]}
      draft={`clients.${id}.users.new`}
      rules={rules}
      initial={{ role: 'administrator' as ClientRole }}
      send={(person) => backoffice.users.create({ ...person, client_id: id })}
      rightsField={(form) => <RoleField {...form.getInputProps('role')} />}
    />
  )
}
