import type { AuditEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import styles from './difference.module.css'

type Values = Record<string, unknown>

/** The members that changed, each with its old and new value. */
export function Difference({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const { t } = useLingui()
  const [was, is] = [(before ?? {}) as Values, (after ?? {}) as Values]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = names.filter(
    (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null),
  )
  const [first, rest] = [changed.slice(0, shownAtFirst), changed.slice(shownAtFirst)]
  const rows = (names: readonly string[]) =>
    names.map((name) => (
      <li key={name}>
        <span className="quiet">{name}</span> {was[name] === undefined ? null : <del>{text(was[name])}</del>}{' '}
        {is[name] === undefined ? null : <ins>{text(is[name])}</ins>}
      </li>
    ))
  return (
    <div className={styles['difference']}>
      <ul>{rows(first)}</ul>
      {rest.length > 0 ? (
        <details>
          <summary>{t`${rest.length} more`}</summary>
          <ul>{rows(rest)}</ul>
        </details>
      ) : null}
    </div>
  )
}

const shownAtFirst = 4
const maxLength = 120

/** The words of a list are apart, so that a narrow column breaks it between them. */
function text(value: unknown): string {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  const written = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return written.length > maxLength ? `${written.slice(0, maxLength)}…` : written
}
