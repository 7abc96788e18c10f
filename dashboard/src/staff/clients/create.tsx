import rules from 'contract:backoffice/POST /clients'
import type { NewClient } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { ClientFieldset, noClient } from './fields.tsx'

export function CreateClient() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm({
    rules,
    initial: noClient,
    draft: 'clients.new',
    send: (values, options) => backoffice.clients.create(withoutEmpty(values) as NewClient, options),
    done: ({ id }) => {
      markOld('clients')
      return navigate({ to: '/warehouse/clients/$id', params: { id } })
    },
  })
  const crumbs = [
    { to: '/warehouse', label: t`Warehouse` },
    { to: '/warehouse/clients', label: t`Clients` },
  ]
  return (
    <Page title={t`New client`} crumbs={crumbs}>
      <Card title={t`Client`}>
        <Form form={form} submitLabel={t`Add`} cancel={() => void navigate({ to: '/warehouse/clients' })}>
          <ClientFieldset form={form} />
        </Form>
      </Card>
    </Page>
  )
}
