import rules from 'contract:backoffice/PATCH /clients/{id}'
import type { Client, ClientChange } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, markOld, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Form } from '../../ui/form/form.tsx'
import { emptyAsNull, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { clientById } from '../queries.ts'
import { type ClientFields, ClientFieldset, noClient } from './fields.tsx'

const route = getRouteApi('/shell/warehouse/clients/$id/edit')

export const load = ({ params }: ById) => startReading(clientById(params.id))

export function EditClient() {
  const { id } = route.useParams()
  return <Detail query={clientById(id)}>{(client) => <EditForm {...client} />}</Detail>
}

function EditForm(client: Client) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, name } = client
  const back = () => navigate({ to: '/warehouse/clients/$id', params: { id } })
  const form = useContractForm({
    rules,
    initial: fieldsOf(client),
    draft: `clients.${id}`,
    body: emptyAsNull,
    send: (values) => backoffice.clients.update(id, emptyAsNull(values) as ClientChange),
    done: () => {
      markOld('clients')
      return back()
    },
  })
  const crumbs = [
    { to: '/warehouse/clients', label: t`Clients` },
    { to: `/warehouse/clients/${id}`, label: name },
  ]
  return (
    <Page title={t`Edit ${name}`} crumbs={crumbs}>
      <Card title={t`Client`}>
        <Form form={form} submitLabel={t`Save`} cancel={() => void back()}>
          <ClientFieldset form={form} />
          <Checkbox
            label={t`Mail remitos`}
            description={t`When an order leaves, its recipient gets the remito and its link by e-mail.`}
            {...form.getInputProps('mail_remitos', { type: 'checkbox' })}
          />
        </Form>
      </Card>
    </Page>
  )
}

function fieldsOf(client: Client): ClientFields & Pick<Client, 'mail_remitos'> {
  const names = Object.keys(noClient) as (keyof ClientFields)[]
  const fields = Object.fromEntries(names.map((name) => [name, client[name] ?? ''])) as ClientFields
  return { ...fields, mail_remitos: client.mail_remitos }
}
