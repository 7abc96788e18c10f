// A problem as a sentence with a remedy, and the request id for support.
import { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CopyButton } from './code.tsx'
import { closeNotice, showNotice } from './notices.tsx'
import styles from './problem.module.css'
import { isEndOfSession, useProblemText } from './problem-texts.ts'

/**
 * Without `retry`, it is the response to something the user just did. While it is out of sight, a notice repeats it.
 */
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
  const note = useRef<HTMLDivElement>(null)
  useNoticeWhileOutOfSight(note, retry ? null : error)
  // The dialog above the page already asks the user to sign in again.
  if (isEndOfSession(error)) return null
  const again = retry ? (
    <Button size="compact-sm" onClick={retry}>
      {t`Try again`}
    </Button>
  ) : null
  return (
    <div ref={note} role="alert" className={styles['note']}>
      <ProblemSentences error={error} foot={again}>
        {children}
      </ProblemSentences>
    </div>
  )
}

type ProblemSentencesProps = { error: unknown; foot?: ReactNode; children?: ReactNode }

function ProblemSentences({ error, foot, children }: ProblemSentencesProps) {
  const { title, detail } = useProblemText()(error)
  const hasFoot = foot || (error instanceof AndenError && error.requestId)
  return (
    <>
      <p className={styles['title']}>{title}</p>
      {detail ? <p>{detail}</p> : null}
      {children}
      {hasFoot ? (
        <p className={styles['foot']}>
          {foot}
          <RequestId of={error} />
        </p>
      ) : null}
    </>
  )
}

/** The warehouse's support asks for this id. */
export function RequestId({ of: error }: { of: unknown }) {
  const { t } = useLingui()
  const requestId = error instanceof AndenError ? error.requestId : null
  if (!requestId) return null
  return (
    <span className={styles['request']}>
      <span className="mono">{requestId}</span>
      <CopyButton value={requestId} label={t`Copy the request id`} />
    </span>
  )
}

function useNoticeWhileOutOfSight(note: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (!note.current || !error) return
    const key = `problem ${crypto.randomUUID()}`
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) return closeNotice(key)
      showNotice({ key, tone: 'bad', isAnnounced: true, content: <ProblemSentences error={error} /> })
    })
    observer.observe(note.current)
    return () => {
      observer.disconnect()
      closeNotice(key)
    }
  }, [note, error])
}
