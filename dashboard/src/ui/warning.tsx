import type { ReactNode } from 'react'
import styles from './warning.module.css'

export function Warning({ children }: { children: ReactNode }) {
  return <p className={styles['warning']}>{children}</p>
}
