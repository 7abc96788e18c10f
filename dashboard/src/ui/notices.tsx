// Notices are shown above any page: what was done, and what the service refused. Any code can show one, even if its
// component is gone by the time the response arrives.
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './notices.module.css'
import { sharedState } from './shared-state.ts'

export type Notice = {
  content: ReactNode
  /** `bad` means refused or failed: announced at once, above the others, and shown until it is closed. */
  tone?: 'ok' | 'bad'
  /** One action that is still possible, such as undo. It closes the notice. */
  action?: { label: string; act: () => void }
  /** null: shown until it is closed. */
  lastsMs?: number | null
  /** Replaces the notice with the same key. */
  key?: string
  /** The page has already announced the problem, but shows it out of sight. */
  isAnnounced?: boolean
}

export type ShownNotice = Notice & { key: string; tone: 'ok' | 'bad'; lastsMs: number | null }

/** Long enough to read one of several consecutive notices. */
const lastsMs = 8_000
/** Long enough to notice it, read it and reach the button. */
const lastsWithActionMs = 15_000
/** Nobody reads more than this. The oldest notice that is not a failure is removed. */
const maxShown = 30

const shown = sharedState<readonly ShownNotice[]>([])
let made = 0

const useNotices = shown.use

/** Returns a function that closes the notice. */
export function showNotice(notice: Notice): () => void {
  const tone = notice.tone ?? 'ok'
  const key = notice.key ?? `${made++}`
  const lasts = tone === 'bad' ? null : notice.action ? lastsWithActionMs : lastsMs
  const others = shown.get().filter((one) => one.key !== key)
  shown.set([{ lastsMs: lasts, ...notice, tone, key }, ...within(others)])
  return () => closeNotice(key)
}

export function closeNotice(key: string): void {
  if (shown.get().some((one) => one.key === key)) shown.set(shown.get().filter((one) => one.key !== key))
}

function within(others: readonly ShownNotice[]): readonly ShownNotice[] {
  if (others.length < maxShown) return others
  const oldest = others.findLast(({ tone }) => tone === 'ok') ?? others.at(-1)
  return others.filter((one) => one !== oldest)
}

// Everything that discards typed text calls this, so that it can be undone.
/** Long enough to reach the button through a form by keyboard. */
const offeredForMs = 30_000

export function offerUndo(text: string, undo: () => void): void {
  showNotice({ content: text, action: { label: t`Undo`, act: undo }, lastsMs: offeredForMs })
}

// The notices at the bottom of the screen: refusals first, then confirmations, newest first.

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

const gapPx = 12

/** A `ref` for a bar at the bottom of the page. Notices stay above it, however many lines it has. */
export function useBottomBar<Bar extends HTMLElement>() {
  const bar = useRef<Bar>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--bottom-bar', `${(bar.current?.offsetHeight ?? 0) + gapPx}px`),
    )
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [])
  return bar
}
