import type { ErrorComponentProps } from '@tanstack/react-router'
import { Brand } from './brand.tsx'
import styles from './layout.module.css'
import { PageFailed } from './page-failed.tsx'

/** Without a session there is no shell to show a problem in: the service is away, or answers something else. */
export function ShellFailed(props: ErrorComponentProps) {
  return (
    <main className={styles['failed']}>
      <Brand />
      <PageFailed {...props} />
    </main>
  )
}
