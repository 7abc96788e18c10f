// The notices at the bottom of the screen: refusals first, then confirmations, newest first.
import { useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import styles from './notice-list.module.css'
import { closeNotice, type ShownNotice, useNotices } from './notices.ts'

export function NoticeList() {
  const { t } = useLingui()
  const notices = useNotices()
  // A pointer over a notice, or the focus in it, means that someone is reading it.
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isPaused = (isHovered || hasFocus) && notices.length > 0
  const of = (tone: ShownNotice['tone']) =>
    notices
      .filter((notice) => notice.tone === tone)
      .map((notice) => <NoticeCard key={notice.key} notice={notice} isPaused={isPaused} />)
  return (
    <section
      aria-label={t`Notices`}
      className={`${styles['notices']} not-printed`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {of('bad')}
      {/* A live region has to exist before its content is announced. */}
      <div role="status" aria-atomic={false} className={styles['done']}>
        {of('ok')}
      </div>
    </section>
  )
}

type NoticeCardProps = { notice: ShownNotice; isPaused: boolean }

const NoticeCard = memo(function NoticeCard({ notice, isPaused }: NoticeCardProps) {
  const { t } = useLingui()
  const { key, content, tone, action, lastsMs, isAnnounced } = notice
  useTimeToRead(key, lastsMs, isPaused)
  const act = () => {
    closeNotice(key)
    action?.act()
  }
  return (
    <div
      className={`${styles['notice']} ${styles[tone]}`}
      {...(tone === 'bad' && !isAnnounced ? { role: 'alert' } : {})}
    >
      <div className={styles['content']}>{content}</div>
      {action ? (
        <Button size="compact-sm" onClick={act}>
          {action.label}
        </Button>
      ) : null}
      <CloseButton size="sm" aria-label={t`Close the notice`} onClick={() => closeNotice(key)} />
    </div>
  )
})

/** The countdown pauses while someone reads, and then continues. */
function useTimeToRead(key: string, lastsMs: number | null, isPaused: boolean): void {
  const left = useRef(lastsMs)
  useEffect(() => {
    if (left.current === null || isPaused) return
    const startedAt = performance.now()
    const before = left.current
    const timer = setTimeout(() => closeNotice(key), before)
    return () => {
      clearTimeout(timer)
      left.current = before - (performance.now() - startedAt)
    }
  }, [key, isPaused])
}
