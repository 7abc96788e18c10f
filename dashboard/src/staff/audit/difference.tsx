import { auditMemberWords, auditValueWords } from '@anden/contract/values'
import type { AuditEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Moment } from '../../ui/values.tsx'
import styles from './difference.module.css'
import { isMoment, isShown, textOfValue } from './state.ts'

type Values = Record<string, unknown>

/** The members that changed, each with its old and new value, in words and in local time. */
export function Difference({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>) {
  const { t, i18n } = useLingui()
  const language = i18n.locale === 'es' ? 'es' : 'en'
  const room = action.split('.')[0] ?? ''
  const [was, is] = [(before ?? {}) as Values, (after ?? {}) as Values]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(isShown)
  const changed = names.filter(
    (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null),
  )
  const [first, rest] = [changed.slice(0, shownAtFirst), changed.slice(shownAtFirst)]
  const wordsOf = (name: string) => (value: string | boolean) =>
    auditValueWords(room, name, value)?.[language]
  const shown = (name: string, value: unknown) =>
    isMoment(value) ? <Moment at={value} /> : textOfValue(value, wordsOf(name))
  const rows = (names: readonly string[]) =>
    names.map((name) => (
      <li key={name}>
        <span className="quiet" title={name}>
          {auditMemberWords[name]?.[language] ?? name}
        </span>{' '}
        {was[name] === undefined ? null : <del>{shown(name, was[name])}</del>}{' '}
        {is[name] === undefined ? null : <ins>{shown(name, is[name])}</ins>}
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
