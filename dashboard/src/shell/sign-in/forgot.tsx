import rules from 'contract:portal/POST /auth/request-password-reset'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { portal } from '../../shared/api.ts'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export function Forgot() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <SignInFrame title={t`Reset your password`}>
      {sentTo === null ? (
        <RequestForm sent={setSentTo} />
      ) : (
        <>
          {/* The same text whether the account exists or not, as the service gives the same answer. */}
          <p role="status">
            <Trans>
              If <b>{sentTo}</b> has an account, a link to choose a new password is on its way. It works once,
              for one hour.
            </Trans>
          </p>
          <p className="quiet">{t`Nothing after a few minutes? Look among unwanted mail, or try again.`}</p>
          <Button onClick={() => setSentTo(null)}>{t`Try another address`}</Button>
        </>
      )}
      <Link to="/sign-in" className="quiet">{t`Back to sign-in`}</Link>
    </SignInFrame>
  )
}

function RequestForm({ sent }: { sent: (email: string) => void }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { email: '' },
    send: async (values) => {
      await portal.auth.requestPasswordReset(values)
      return values.email
    },
    done: sent,
  })
  return (
    <Form form={form} submitLabel={t`Send me a link`} isWide>
      <p className="quiet">{t`Enter the e-mail address that you sign in with.`}</p>
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
    </Form>
  )
}
