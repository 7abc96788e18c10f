import type { ReactNode } from 'react'
import styles from './on-phone.module.css'

/** On a phone, below the content of a cell: what has a column of its own on wider screens. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <span className={styles['line']}>{children}</span>
}
