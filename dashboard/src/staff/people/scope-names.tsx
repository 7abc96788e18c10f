import { useLingui } from '@lingui/react/macro'
import { isImplied, staffScopes, useScopeTexts } from './scopes.ts'

/** The names of the scopes in one line, in the contract's order. */
export function ScopeNames({ scopes }: { scopes: readonly string[] }) {
  const { t } = useLingui()
  const textOf = useScopeTexts()
  if (staffScopes.every((scope) => scopes.includes(scope) || isImplied(scope, scopes))) return t`Everything`
  return staffScopes
    .filter((scope) => scopes.includes(scope) && !isImplied(scope, scopes))
    .map((scope) => textOf(scope).label)
    .join(', ')
}
