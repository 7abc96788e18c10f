// The second step of a sign-in: the six digits of an authenticator, or a recovery code.
import recoveryRules from 'contract:portal/POST /auth/two-factor/verify-backup-code'
import totpRules from 'contract:portal/POST /auth/two-factor/verify-totp'
import { AndenError, type SignedInUser } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { portal } from '../../shared/api.ts'
import { CodeInput, focusOnMount } from '../../ui/code-input.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'

type StepProps = {
  signedIn: (user: SignedInUser) => unknown
  startAgain: (hasExpired: boolean) => void
}

export function SecondFactorForm(props: StepProps) {
  const { t } = useLingui()
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? <RecoveryForm {...props} /> : <TotpForm {...props} />}
      <Button variant="subtle" size="compact-sm" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t`Use the authenticator instead` : t`Use a recovery code instead`}
      </Button>
    </>
  )
}

function TotpForm({ signedIn, startAgain }: StepProps) {
  const { t } = useLingui()
  const form = useContractForm({
    rules: totpRules,
    initial: { code: '' },
    send: (values) => orStartAgain(portal.auth.verifyTotp(values), startAgain),
    done: ({ user }) => signedIn(user),
  })
  return (
    <Form form={form} submitLabel={t`Continue`} cancel={() => startAgain(false)} isWide>
      <CodeInput
        label={t`Code`}
        description={t`The six digits that your authenticator shows now.`}
        ref={focusOnMount}
        {...form.getInputProps('code')}
      />
    </Form>
  )
}

function RecoveryForm({ signedIn, startAgain }: StepProps) {
  const { t } = useLingui()
  const form = useContractForm({
    rules: recoveryRules,
    initial: { code: '' },
    send: ({ code }) => orStartAgain(portal.auth.verifyRecoveryCode({ code: code.trim() }), startAgain),
    done: ({ user }) => signedIn(user),
  })
  return (
    <Form form={form} submitLabel={t`Continue`} cancel={() => startAgain(false)} isWide>
      <TextInput
        label={t`Recovery code`}
        description={t`One of the codes that you saved when you set up the second factor. Each works once.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ref={focusOnMount}
        {...form.getInputProps('code')}
      />
    </Form>
  )
}

async function orStartAgain<Result>(
  call: PromiseLike<Result>,
  startAgain: (hasExpired: boolean) => void,
): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof AndenError && error.code === 'auth/second-factor-expired') startAgain(true)
    throw error
  }
}
