// What a client's key may do: the scopes of the contract, grouped by resource, presets for the most common selections, and a
// request to try a new key with.
import rules from 'contract:portal/POST /keys'
import { useLingui } from '@lingui/react/macro'

export const allScopes = (rules.body.properties?.['scopes']?.items?.enum ?? []) as readonly string[]

export type ScopeGroup = { name: string; read: string | null; write: string | null }

export const scopeGroups: ScopeGroup[] = [
  ...new Set(allScopes.map((scope) => scope.split(':')[1] ?? '')),
].map((name) => ({
  name,
  read: allScopes.find((scope) => scope === `read:${name}`) ?? null,
  write: allScopes.find((scope) => scope === `write:${name}`) ?? null,
}))

export const isReadScope = (scope: string) => scope.startsWith('read:')

export function useScopeNames(): (group: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    stock: t`Stock and lots`,
    remitos: t`Remitos`,
    activity: t`Movements`,
    orders: t`Orders`,
    account: t`Account`,
    destinatarios: t`Recipients`,
    inbound: t`Announced goods`,
    webhooks: t`Webhooks`,
    events: t`Events`,
    requests: t`Request log`,
  }
  return (group) => names[group] ?? group
}

export function useScopePresets(): { id: string; label: string; scopes: readonly string[] }[] {
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

/** The first request to make with a new key. */
export function useTrial() {
  const { t } = useLingui()
  return { path: '/api/v1/portal/me', note: t`The answer names the company, the key and its limits.` }
}
