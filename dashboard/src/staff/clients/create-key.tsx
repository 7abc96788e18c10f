import rules from 'contract:backoffice/POST /clients/{id}/keys'
import type { NewApiKey } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { backoffice } from '../../shared/backoffice.ts'
import { CreateKey } from '../../shared/keys/create-key.tsx'
import { ScopePicker } from '../../shared/keys/scope-picker.tsx'
import { useTrial } from '../../shared/keys/scopes.ts'
import { clientById } from '../queries.ts'

const route = getRouteApi('/shell/warehouse/clients/$id/keys/new')

/** For a client whose people do not make their keys themselves. */
export function CreateKeyOfClient() {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { data: client } = useQuery(clientById(id))
  return (
    <CreateKey
      title={t`Create an API key`}
      crumbs={[
        { to: '/warehouse/clients', label: t`Clients` },
        { to: `/warehouse/clients/${id}`, label: client?.name ?? '…' },
      ]}
      draft={`clients.${id}.keys.new`}
      rules={rules}
      create={(body) => backoffice.clients.keys.create(id, body as NewApiKey)}
      scopeField={(props) => <ScopePicker {...props} />}
      trial={useTrial()}
    />
  )
}
