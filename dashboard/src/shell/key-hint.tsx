import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import styles from './key-hint.module.css'
import { usePageKeys } from './page-keys.ts'
import { useIsGoing } from './use-keys.ts'

/** Shows the letters that lead to pages, after `g` was pressed. */
export function KeyHint() {
  const { t } = useLingui()
  const isGoing = useIsGoing()
  const pages = usePageKeys()
  if (!isGoing) return null
  return (
    <div className={styles['hint']}>
      <p role="status">
        <Kbd size="xs">G</Kbd> {t`Go to…`}
      </p>
      <ul>
        {pages.map(({ key, label }) => (
          <li key={key}>
            <Kbd size="xs">{key.toUpperCase()}</Kbd> {label}
          </li>
        ))}
        <li>
          <Kbd size="xs">Esc</Kbd> {t`stay here`}
        </li>
      </ul>
    </div>
  )
}
