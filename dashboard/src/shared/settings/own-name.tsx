import rules from 'contract:portal/POST /auth/update-user'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { markOld, portal } from '../api.ts'
import { useSession } from '../session.ts'

export function OwnName() {
  const { t } = useLingui()
  const { user } = useSession()
  const form = useContractForm({
    // The route allows a change without a name, but this form changes nothing else.
    rules: { ...rules, body: { ...rules.body, required: ['name'] } },
    initial: { name: user.name },
    draft: 'profile.name',
    send: (values) => portal.auth.updateProfile(values),
    done: () => markOld('session'),
  })
  return (
    <Card title={t`You`}>
      <Form form={form} submitLabel={t`Save`} isQuiet>
        <TextInput label={t`Name`} autoComplete="name" {...form.getInputProps('name')} />
      </Form>
    </Card>
  )
}
