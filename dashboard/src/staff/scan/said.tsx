// What is said of a scan, large enough to be read from an arm's length. Words and a sign, never a colour alone.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from '../prepare/prepare.module.css'

/** Both regions exist before something is announced in them. */
export function Said({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  return (
    <div className={styles['verdict']}>
      <div role="status" aria-atomic="true">
        {isBad ? null : children}
      </div>
      <div role="alert" aria-atomic="true">
        {isBad ? children : null}
      </div>
    </div>
  )
}

/** Before the first scan. */
export const ScanHint = ({ children }: { children: ReactNode }) => (
  <p className={`${styles['note']} ${styles['quiet']}`}>{children}</p>
)

type NoteProps = { tone: 'good' | 'bad' | 'ask' | 'quiet'; title: string; children?: ReactNode }

export function Note({ tone, title, children }: NoteProps) {
  return (
    <div className={`${styles['note']} ${styles[tone]}`}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}

export function Misread({ code }: { code: string }) {
  const { t } = useLingui()
  return (
    <Note tone="bad" title={t`Misread`}>
      <span className="mono">{code}</span>
      <span>{t`The check digit of this bar code is wrong. Scan it again.`}</span>
    </Note>
  )
}
