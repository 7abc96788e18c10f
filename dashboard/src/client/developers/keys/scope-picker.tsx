import rules from 'contract:portal/POST /keys'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Input } from '@mantine/core'
import type { ScopeFieldProps } from '../../../shared/keys/create-key.tsx'
import styles from './scope-picker.module.css'

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

// The scopes of the contract, grouped by resource, and presets for the most common selections.

export const allScopes = (rules.body.properties?.['scopes']?.items?.enum ?? []) as readonly string[]

type ScopeGroup = { name: string; read: string | null; write: string | null }

const scopeGroups: ScopeGroup[] = [
  ...new Set(allScopes.map((scope) => scope.split(':')[1] ?? '')),
].map((name) => ({
  name,
  read: allScopes.find((scope) => scope === `read:${name}`) ?? null,
  write: allScopes.find((scope) => scope === `write:${name}`) ?? null,
}))

export const isReadScope = (scope: string) => scope.startsWith('read:')

function useScopeNames(): (group: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    stock: t`Stock and lots`,
    remitos: t`Remitos`,
    activity: t`Movements`,
    orders: t`Orders`,
    account: t`Account`,
    destinatarios: t`Recipients`,
    webhooks: t`Webhooks`,
    events: t`Events`,
    requests: t`Request log`,
  }
  return (group) => names[group] ?? group
}

function useScopePresets(): { id: string; label: string; scopes: readonly string[] }[] {
  const { t } = useLingui()
  const about = (...groups: string[]) =>
    allScopes.filter((scope) => groups.includes(scope.split(':')[1] ?? ''))
  return [
    { id: 'shop', label: t`Shop: stock and orders`, scopes: about('stock', 'orders', 'destinatarios') },
    { id: 'accounts', label: t`Accounting`, scopes: about('account', 'remitos') },
    { id: 'read', label: t`Read everything`, scopes: allScopes.filter(isReadScope) },
    { id: 'all', label: t`Everything`, scopes: allScopes },
  ]
}
