import rules from 'contract:portal/PATCH /destinatarios/{id}'
import type { Destinatario, DestinatarioChange } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, markOld, portal, startReading } from '../../shared/api.ts'
import { Card } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Form } from '../../ui/form/form.tsx'
import { emptyAsNull, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { type DestinatarioFields, DestinatarioFieldset, noDestinatario } from './fields.tsx'
import { destinatarioById } from './queries.ts'

const route = getRouteApi('/shell/destinatarios/$id/edit')

export const load = ({ params }: ById) => startReading(destinatarioById(params.id))

export function EditDestinatario() {
  const { id } = route.useParams()
  return <Detail query={destinatarioById(id)}>{(destinatario) => <EditForm {...destinatario} />}</Detail>
}

function EditForm(destinatario: Destinatario) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, name } = destinatario
  const back = () => navigate({ to: '/destinatarios/$id', params: { id } })
  const form = useContractForm({
    rules,
    initial: fieldsOf(destinatario),
    draft: `destinatarios.${id}`,
    body: emptyAsNull,
    send: (values) => portal.destinatarios.update(id, emptyAsNull(values) as DestinatarioChange),
    done: () => {
      markOld('destinatarios')
      return back()
    },
  })
  const crumbs = [
    { to: '/destinatarios', label: t`Recipients` },
    { to: `/destinatarios/${id}`, label: name },
  ]
  return (
    <Page title={t`Edit ${name}`} crumbs={crumbs}>
      <Card title={t`Recipient`}>
        <Form form={form} submitLabel={t`Save`} cancel={() => void back()}>
          <DestinatarioFieldset form={form} ownId={id} />
        </Form>
      </Card>
    </Page>
  )
}

function fieldsOf(destinatario: Destinatario): DestinatarioFields {
  const names = Object.keys(noDestinatario) as (keyof DestinatarioFields)[]
  return Object.fromEntries(names.map((name) => [name, destinatario[name] ?? ''])) as DestinatarioFields
}
