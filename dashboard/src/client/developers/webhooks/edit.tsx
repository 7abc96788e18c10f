import rules from 'contract:portal/PATCH /webhooks/{id}'
import type { WebhookEndpoint, WebhookEndpointChange } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, markOld, portal, startReading } from '../../../shared/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { emptyAsNull, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Page } from '../../../ui/page.tsx'
import { type EndpointFields, EndpointFieldset, endpointToSend } from './fields.tsx'
import { fieldsOfFilter } from './filter-fields.tsx'
import './problems.ts'
import { endpointById } from './queries.ts'
import { shortUrl } from './short-url.ts'

const route = getRouteApi('/shell/developers/webhooks/$id/edit')

export const load = ({ params }: ById) => startReading(endpointById(params.id))

export function EditEndpoint() {
  const { id } = route.useParams()
  return <Detail query={endpointById(id)}>{(endpoint) => <EditForm {...endpoint} />}</Detail>
}

const body = (values: EndpointFields) => emptyAsNull(endpointToSend(values)) as WebhookEndpointChange

function EditForm({ id, url, description, event_patterns, filter, auto_resume }: WebhookEndpoint) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const back = () => navigate({ to: '/developers/webhooks/$id', params: { id } })
  const initial: EndpointFields = {
    url,
    description: description ?? '',
    events: [...event_patterns],
    filter: fieldsOfFilter(filter),
    auto_resume,
  }
  const form = useContractForm({
    rules,
    initial,
    draft: `webhooks.${id}`,
    body,
    send: (values) => portal.webhooks.update(id, body(values)),
    done: () => {
      markOld('webhooks')
      return back()
    },
  })
  const crumbs = [
    { to: '/developers/webhooks', label: t`Webhooks` },
    { to: `/developers/webhooks/${id}`, label: shortUrl(url) },
  ]
  return (
    <Page title={t`Edit the endpoint`} crumbs={crumbs}>
      <Card title={t`Endpoint`}>
        <Form form={form} submitLabel={t`Save`} cancel={() => void back()}>
          <EndpointFieldset form={form} />
        </Form>
      </Card>
    </Page>
  )
}
