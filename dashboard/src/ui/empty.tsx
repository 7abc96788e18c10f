import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** An empty list: what it is for, and the first step. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {action}
    </div>
  )
}
