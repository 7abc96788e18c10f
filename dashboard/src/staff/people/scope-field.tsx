import { useLingui } from '@lingui/react/macro'
import { Checkbox, Stack } from '@mantine/core'
import type { ScopeFieldProps } from '../../shared/keys/create-key.tsx'
import { isImplied, staffScopes, useScopeTexts } from './scopes.ts'

/** The scopes of a staff member or of a staff key. */
export function StaffScopeField({ value, onChange, error }: ScopeFieldProps) {
  const { t } = useLingui()
  const textOf = useScopeTexts()
  return (
    <Checkbox.Group
      label={t`What may be done`}
      withAsterisk
      value={[...value]}
      onChange={onChange}
      error={error}
    >
      <Stack gap={10} mt={6}>
        {staffScopes.map((scope, index) => {
          const { label, note } = textOf(scope)
          return (
            <Checkbox
              key={scope}
              value={scope}
              {...(isImplied(scope, value) ? { checked: true, disabled: true } : {})}
              label={label}
              description={note}
              data-autofocus={index === 0 || undefined}
            />
          )
        })}
      </Stack>
    </Checkbox.Group>
  )
}
