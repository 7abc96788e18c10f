import type { ErrorComponentProps } from '@tanstack/react-router'
import { Brand } from './brand.tsx'
import styles from './layout.module.css'
import { PageFailed } from './page-failed.tsx'

/**
 * Shown if the session could not be read, because the service is unreachable or failed: without a session there is no
 * shell.
 */
export function ShellFailed(props: ErrorComponentProps) {
  return (
    <main className={styles['failed']}>
      <Brand />
      <PageFailed {...props} />
    </main>
  )
}
