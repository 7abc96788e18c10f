import { useLingui } from '@lingui/react/macro'
import { allScopes, isReadScope } from './scopes.ts'

const shown = 2

/** The scopes of a key in one line; hovering shows all of them. */
export function ScopeSummary({ scopes }: { scopes: readonly string[] }) {
  const { t } = useLingui()
  const reads = allScopes.filter(isReadScope)
  const summary = () => {
    if (scopes.length === allScopes.length) return t`everything`
    if (scopes.length === reads.length && scopes.every(isReadScope)) return t`read everything`
    const names = scopes.slice(0, shown).join(', ')
    const more = scopes.length - shown
    return more > 0 ? t`${names} and ${more} more` : names
  }
  return (
    <span title={scopes.join(', ')}>
      {summary()}
      <span className="visually-hidden">{`: ${scopes.join(', ')}`}</span>
    </span>
  )
}
