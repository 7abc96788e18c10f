import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { Search } from 'lucide-react'
import { showOverlay } from './overlays.ts'
import styles from './search-button.module.css'

/** Apple devices use the command key. */
const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

export function SearchButton() {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showOverlay('search')}
    >
      <Search size={16} aria-hidden="true" />
      <span>{t`Search order, SKU, lot…`}</span>
      <Kbd size="xs" aria-hidden="true">
        {shortcut}
      </Kbd>
    </button>
  )
}
