// Creates a key from a name, scopes and an expiry date. Then shows its token, once.
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { RouteRules } from '../../ui/form/rules.ts'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { markOld } from '../api.ts'
import { IssuedKey } from './issued-key.tsx'
import type { AnyIssuedKey } from './key.ts'

type NewKeyBody = { name: string; scopes: string[]; expires_at: string | null }

export type ScopeFieldProps = {
  value: readonly string[]
  onChange: (scopes: string[]) => void
  error?: ReactNode
}

type CreateKeyProps = {
  title: string
  /** The list of keys, and the pages above it. */
  crumbs: readonly { to: string; label: string }[]
  /** The name under which the draft of the form is stored. */
  draft: string
  rules: RouteRules
  create: (body: NewKeyBody) => PromiseLike<AnyIssuedKey>
  scopeField: (props: ScopeFieldProps) => ReactNode
  trial: { path: string; note: ReactNode }
  /** Where the new key is listed, if it is not in the list of this page. */
  back?: () => void
}

export function CreateKey(props: CreateKeyProps) {
  const { title, crumbs, trial } = props
  const navigate = useNavigate()
  const [issued, setIssued] = useState<AnyIssuedKey | null>(null)
  const toList = () => void navigate({ to: crumbs.at(-1)?.to ?? '/' })
  return (
    <Page title={issued ? issued.name : title} crumbs={crumbs}>
      {issued ? (
        <IssuedKey token={issued.token} trial={trial} done={props.back ?? toList} />
      ) : (
        <KeyForm {...props} created={setIssued} back={toList} />
      )}
    </Page>
  )
}

const dayMs = 86_400_000
const noKey = { name: '', scopes: [] as string[], days: '365' }

function bodyOf({ name, scopes, days }: typeof noKey): NewKeyBody {
  const expires_at = days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
  return { name: name.trim(), scopes, expires_at }
}

type KeyFormProps = Omit<CreateKeyProps, 'back'> & { created: (key: AnyIssuedKey) => void; back: () => void }

function KeyForm({ draft, rules, create, scopeField, created, back }: KeyFormProps) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: noKey,
    draft,
    body: bodyOf,
    send: (values) => create(bodyOf(values)),
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
      <Form form={form} submitLabel={t`Create the key`} cancel={back}>
        <TextInput
          label={t`Name`}
          description={t`The program that will use it`}
          placeholder={t`ERP in production`}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {scopeField({
          value: form.values.scopes,
          onChange: (scopes) => form.setFieldValue('scopes', scopes),
          error: form.errors['scopes'],
        })}
        <NativeSelect label={t`Expires`} data={expiries} maw={240} {...form.getInputProps('days')} />
      </Form>
    </Card>
  )
}
