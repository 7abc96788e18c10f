import rules from 'contract:portal/POST /destinatarios'
import type { NewDestinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { markOld, portal } from '../../shared/api.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { DestinatarioFieldset, noDestinatario } from './fields.tsx'

export function CreateDestinatario() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm({
    rules,
    initial: noDestinatario,
    draft: 'destinatarios.new',
    send: (values) => portal.destinatarios.create(withoutEmpty(values) as NewDestinatario),
    done: ({ id }) => {
      markOld('destinatarios')
      return navigate({ to: '/destinatarios/$id', params: { id } })
    },
  })
  return (
    <Page title={t`Add a recipient`} crumbs={[{ to: '/destinatarios', label: t`Recipients` }]}>
      <Card title={t`Recipient`}>
        <Form form={form} submitLabel={t`Add`} cancel={() => void navigate({ to: '/destinatarios' })}>
          <DestinatarioFieldset form={form} />
        </Form>
      </Card>
    </Page>
  )
}
