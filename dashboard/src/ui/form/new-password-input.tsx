import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { RouteRules } from './rules.ts'

/**
 * A new password, with the contract's requirements. There is no second field to repeat it, because it can be made
 * visible.
 */
export function NewPasswordInput({ rules, ...props }: PasswordInputProps & { rules: RouteRules }) {
  const { t } = useLingui()
  const { minLength = 0 } = rules.body.properties?.['newPassword'] ?? {}
  return (
    <PasswordInput
      description={t`At least ${minLength} characters. Several words are easier to remember than signs.`}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
      {...(props.error ? { 'aria-invalid': true } : {})}
      {...props}
    />
  )
}
