import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import styles from './search-button.module.css'

export function SearchButton() {
  const { t } = useLingui()
  return (
    <button type="button" className={styles['button']}>
      <span>{t`Search order, SKU, lot…`}</span>
      <Kbd size="xs">Ctrl K</Kbd>
    </button>
  )
}
