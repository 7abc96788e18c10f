// A new endpoint: address and events. Then its secret, which is shown once, the code to verify with it, and a test.

import rules from 'contract:portal/POST /webhooks'
import type { CreatedWebhookEndpoint, NewWebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { markOld, portal } from '../../../shared/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../../ui/form/use-contract-form.ts'
import { Page } from '../../../ui/page.tsx'
import { type EndpointFields, EndpointFieldset, endpointToSend } from './fields.tsx'
import { fieldsOfFilter } from './filter-fields.tsx'
import './problems.ts'
import { shortUrl } from './short-url.ts'

// Loaded before the endpoint is created: the secret is shown only once, so it must be possible to show it.
const loadSecret = () => import('./secret-once.tsx')
const SecretOnce = lazy(async () => ({ default: (await loadSecret()).SecretOnce }))

const noEndpoint: EndpointFields = {
  url: '',
  description: '',
  events: ['*'],
  filter: fieldsOfFilter(null),
  auto_resume: false,
}

export function CreateEndpoint() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhookEndpoint | null>(null)
  const crumbs = [{ to: '/developers/webhooks', label: t`Webhooks` }]
  if (created)
    return (
      <Page title={shortUrl(created.url)} crumbs={crumbs}>
        <Suspense>
          <SecretOnce
            endpointId={created.id}
            secret={created.signing_secret}
            unresolvedHost={unresolvedHostOf(created)}
            done={() => void navigate({ to: '/developers/webhooks/$id', params: { id: created.id } })}
          />
        </Suspense>
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

const body = (values: EndpointFields) => withoutEmpty(endpointToSend(values)) as NewWebhookEndpoint

function EndpointForm({ created }: { created: (endpoint: CreatedWebhookEndpoint) => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm({
    rules,
    initial: noEndpoint,
    draft: 'webhooks.new',
    body,
    send: async (values) => {
      await loadSecret()
      return await portal.webhooks.create(body(values))
    },
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
