// A new key: name, scopes, expiry. Then its token, which is shown once.
import rules from 'contract:portal/POST /keys'
import type { IssuedApiKey, NewOwnApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld, portal } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { IssuedKey } from './issued.tsx'
import { ScopePicker } from './scope-picker.tsx'

const dayMs = 86_400_000
const noKey = { name: '', scopes: [] as string[], days: '365' }

function bodyOf({ name, scopes, days }: typeof noKey): NewOwnApiKey {
  const expires_at = days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
  return { name: name.trim(), scopes: scopes as NewOwnApiKey['scopes'], expires_at }
}

export function CreateKey() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const crumbs = [{ to: '/developers/keys', label: t`API keys` }]
  return (
    <Page title={issued ? issued.name : t`Create an API key`} crumbs={crumbs}>
      {issued ? (
        <IssuedKey apiKey={issued} done={() => void navigate({ to: '/developers/keys' })} />
      ) : (
        <KeyForm created={setIssued} />
      )}
    </Page>
  )
}

function KeyForm({ created }: { created: (key: IssuedApiKey) => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm({
    rules,
    initial: noKey,
    draft: 'keys.new',
    body: bodyOf,
    send: (values) => portal.keys.create(bodyOf(values)),
    done: (key) => {
      markOld('keys')
      created(key)
    },
  })
  const expiries = [
    { value: '30', label: t`In 30 days` },
    { value: '90', label: t`In 90 days` },
    { value: '365', label: t`In a year` },
    { value: 'never', label: t`Never` },
  ]
  return (
    <Card title={t`Key`}>
      <Form
        form={form}
        submitLabel={t`Create the key`}
        cancel={() => void navigate({ to: '/developers/keys' })}
      >
        <TextInput
          label={t`Name`}
          description={t`The program that will use it`}
          placeholder={t`ERP in production`}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <ScopePicker
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={form.errors['scopes']}
        />
        <Select label={t`Expires`} data={expiries} maw={240} {...form.getInputProps('days')} />
      </Form>
    </Card>
  )
}
