import rules from 'contract:portal/POST /auth/sign-in/email'
import type { SignInResult } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { portal } from '../../shared/api.ts'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import styles from './sign-in-frame.module.css'

export function PasswordForm({
  email,
  hasExpired,
  done,
}: {
  email: string
  /** The sign-in waited too long for its second factor, and has to start again. */
  hasExpired: boolean
  done: (result: SignInResult) => unknown
}) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { email, password: '' },
    send: (values) => portal.auth.signIn(values),
    done,
  })
  return (
    <Form form={form} submitLabel={t`Sign in`} isWide>
      {hasExpired ? (
        <p role="status" className="quiet">{t`The sign-in took too long. Enter your password again.`}</p>
      ) : null}
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={email === '' || undefined}
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus={email !== '' || undefined}
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          {...form.getInputProps('password')}
        />
        <Link to="/forgot" className={styles['below']}>{t`I forgot my password`}</Link>
      </div>
    </Form>
  )
}
