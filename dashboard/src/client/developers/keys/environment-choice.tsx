// What a new key is for: it has one environment, which it keeps.
import type { Environment } from '@anden/contract'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'

type EnvironmentChoiceProps = { value: Environment; onChange: (environment: Environment) => void }

export function EnvironmentChoice({ value, onChange }: EnvironmentChoiceProps) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Environment`}
      description={
        value === 'sandbox'
          ? t`A test key: its token begins with pk_test_, and it works in the sandbox only.`
          : t`For the goods and orders that there are.`
      }
      maw={340}
      data={[
        { value: 'live', label: t`Live` },
        { value: 'sandbox', label: t`Sandbox` },
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Environment)}
    />
  )
}
