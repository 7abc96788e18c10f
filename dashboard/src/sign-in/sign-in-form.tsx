// E-mail and password, then the second factor where there is one.

import rules from 'contract:portal/POST /sign-in/email'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { portal } from '../api.ts'
import { Form } from '../ui/form/form.tsx'
import { useContractForm } from '../ui/form/use-contract-form.ts'

export function SignInForm({ email = '', done }: { email?: string; done: () => unknown }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { email, password: '' },
    send: (values) => portal.auth.signIn(values),
    done,
  })
  return (
    <Form form={form} submitLabel={t`Sign in`}>
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        readOnly={email !== ''}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </Form>
  )
}
