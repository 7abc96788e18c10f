import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Input } from '@mantine/core'
import type { ScopeFieldProps } from './create-key.tsx'
import styles from './scope-picker.module.css'
import { scopeGroups, useScopeNames, useScopePresets } from './scopes.ts'

export function ScopePicker({ value, onChange, error }: ScopeFieldProps) {
  const { t } = useLingui()
  const nameOf = useScopeNames()
  const presets = useScopePresets()
  const chosen = new Set(value)
  const toggle = (scope: string) =>
    onChange(chosen.has(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  const isPreset = (scopes: readonly string[]) =>
    scopes.length === chosen.size && scopes.every((scope) => chosen.has(scope))
  const box = (scope: string | null, label: string) =>
    scope ? (
      <Checkbox
        size="xs"
        aria-label={label}
        checked={chosen.has(scope)}
        onChange={() => toggle(scope)}
        label={<span className="mono">{scope}</span>}
      />
    ) : null
  return (
    <Input.Wrapper label={t`What it may do`} withAsterisk error={error} labelElement="div">
      <Group gap={6} my={6}>
        {presets.map(({ id, label, scopes }) => (
          <Button
            key={id}
            size="compact-sm"
            aria-pressed={isPreset(scopes)}
            variant={isPreset(scopes) ? 'light' : 'default'}
            onClick={() => onChange([...scopes])}
          >
            {label}
          </Button>
        ))}
      </Group>
      <ul className={styles['groups']}>
        {scopeGroups.map(({ name, read, write }) => (
          <li key={name}>
            <span>{nameOf(name)}</span>
            {box(read, t`Read: ${nameOf(name)}`)}
            {box(write, t`Write: ${nameOf(name)}`)}
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}
