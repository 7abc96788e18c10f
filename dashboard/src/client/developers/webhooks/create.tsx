// A new endpoint: address and events. Then its secret, which is shown once, the code to verify with it, and a test.

import rules from 'contract:portal/POST /webhooks'
import type { CreatedWebhookEndpoint, NewWebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld, portal } from '../../../shared/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../../ui/form/use-contract-form.ts'
import { Page } from '../../../ui/page.tsx'
import { type EndpointFields, EndpointFieldset } from './fields.tsx'
import './problems.ts'
import { SecretOnce } from './secret-once.tsx'
import { shortUrl } from './short-url.ts'

const noEndpoint: EndpointFields = { url: '', description: '', events: ['*'] }

export function CreateEndpoint() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhookEndpoint | null>(null)
  const crumbs = [{ to: '/developers/webhooks', label: t`Webhooks` }]
  if (created)
    return (
      <Page title={shortUrl(created.url)} crumbs={crumbs}>
        <SecretOnce
          endpointId={created.id}
          secret={created.signing_secret}
          unresolvedHost={unresolvedHostOf(created)}
          done={() => void navigate({ to: '/developers/webhooks/$id', params: { id: created.id } })}
        />
      </Page>
    )
  return (
    <Page title={t`Add an endpoint`} crumbs={crumbs}>
      <EndpointForm created={setCreated} />
    </Page>
  )
}

const unresolvedHostOf = ({ url, warnings }: CreatedWebhookEndpoint) =>
  warnings.some(({ code }) => code === 'host_not_resolved') ? new URL(url).host : undefined

function EndpointForm({ created }: { created: (endpoint: CreatedWebhookEndpoint) => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm({
    rules,
    initial: noEndpoint,
    draft: 'webhooks.new',
    send: (values) => portal.webhooks.create(withoutEmpty(values) as NewWebhookEndpoint),
    done: (endpoint) => {
      markOld('webhooks')
      created(endpoint)
    },
  })
  return (
    <Card title={t`Endpoint`}>
      <Form
        form={form}
        submitLabel={t`Add the endpoint`}
        cancel={() => void navigate({ to: '/developers/webhooks' })}
      >
        <EndpointFieldset form={form} />
      </Form>
    </Card>
  )
}
