// Invites a user: name, e-mail address and rights.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { RouteRules } from '../../ui/form/rules.ts'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { markOld } from '../api.ts'

type Person = { name: string; email: string }
type FormOf<Rights extends object> = ReturnType<typeof useContractForm<Person & Rights, unknown>>

type InviteUserProps<Rights extends object> = {
  /** The list of users, and the pages above it. */
  crumbs: readonly { to: string; label: string }[]
  /** The name under which the draft of the form is stored. */
  draft: string
  rules: RouteRules
  initial: Rights
  send: (person: Person & Rights) => PromiseLike<unknown>
  rightsField: (form: FormOf<Rights>) => ReactNode
}

export function InviteUser<Rights extends object>(props: InviteUserProps<Rights>) {
  const { crumbs, draft, rules, initial, send, rightsField } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const back = () => navigate({ to: crumbs.at(-1)?.to ?? '/' })
  const form = useContractForm<Person & Rights, unknown>({
    rules,
    initial: { name: '', email: '', ...initial },
    draft,
    send,
    done: () => {
      markOld('users')
      return back()
    },
  })
  return (
    <Page title={t`Invite a user`} crumbs={crumbs}>
      <Card title={t`Invitation`}>
        <Form form={form} submitLabel={t`Send the invitation`} cancel={() => void back()}>
          <p className="quiet">
            {t`The person gets a link by e-mail to choose a password. It works once, for 72 hours.`}
          </p>
          <TextInput label={t`Name`} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label={t`E-mail`}
            type="email"
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          {rightsField(form)}
        </Form>
      </Card>
    </Page>
  )
}
