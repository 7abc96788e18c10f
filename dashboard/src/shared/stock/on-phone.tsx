import type { ReactNode } from 'react'
import styles from './on-phone.module.css'

/** Content of a column that only wider screens have. On a phone it is shown below the content of another cell. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <span className={styles['line']}>{children}</span>
}
