// What went wrong, as a sentence with what to do, and the request's id for the warehouse's support.
import { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isEndOfSession } from '../api.ts'
import { CopyButton } from './copy.tsx'
import styles from './problem.module.css'
import { useProblemText } from './problem-texts.ts'

export function ProblemNote({
  error,
  retry,
  children,
}: {
  error: unknown
  retry?: () => void
  children?: ReactNode
}) {
  const { t } = useLingui()
  const textOf = useProblemText()
  // The dialog over the page asks to sign in again.
  if (isEndOfSession(error)) return null
  const { title, detail } = textOf(error)
  const requestId = error instanceof AndenError ? error.requestId : null
  return (
    <div role="alert" className={styles['note']}>
      <p className={styles['title']}>{title}</p>
      {detail ? <p>{detail}</p> : null}
      {children}
      {retry || requestId ? (
        <p className={styles['foot']}>
          {retry ? (
            <Button size="compact-sm" onClick={retry}>
              {t`Try again`}
            </Button>
          ) : null}
          {requestId ? (
            <span className={styles['request']}>
              <span className="mono">{requestId}</span>
              <CopyButton value={requestId} label={t`Copy the request id`} />
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
