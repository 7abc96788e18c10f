import rules from 'contract:portal/POST /auth/two-factor/disable'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { focusOnMount } from '../../ui/code-input.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import type { portal } from '../api.ts'

type OwnPassword = Parameters<typeof portal.auth.disableSecondFactor>[0]

/** Changes to the second factor ask for the password again. */
export function OwnPasswordForm<Result>({
  intro,
  submitLabel,
  send,
  done,
  cancel,
}: {
  intro: string
  submitLabel: string
  send: (values: OwnPassword) => PromiseLike<Result>
  done: (result: Result) => unknown
  cancel: () => void
}) {
  const { t } = useLingui()
  const form = useContractForm({ rules, initial: { password: '' }, send, done })
  return (
    <Form form={form} submitLabel={submitLabel} cancel={cancel} isQuiet>
      <p className="quiet">{intro}</p>
      <PasswordInput
        label={t`Your password`}
        autoComplete="current-password"
        ref={focusOnMount}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        {...form.getInputProps('password')}
      />
    </Form>
  )
}
