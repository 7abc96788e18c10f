import { useLingui } from '@lingui/react/macro'
import { Radio, type RadioGroupProps, Stack } from '@mantine/core'
import { clientRoles, useRoles } from './client-roles.ts'

/** The role of a client's user. */
export function RoleField(props: Omit<RadioGroupProps, 'children'>) {
  const { t } = useLingui()
  const roles = useRoles()
  return (
    <Radio.Group label={t`Role`} {...props}>
      <Stack gap={8}>
        {clientRoles.map((role) => (
          <Radio key={role} value={role} label={roles[role].label} description={roles[role].note} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
