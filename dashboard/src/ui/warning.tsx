import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** A warning that must not be overlooked. */
export function Warning({ children }: { children: ReactNode }) {
  return <p className={styles['warning']}>{children}</p>
}
