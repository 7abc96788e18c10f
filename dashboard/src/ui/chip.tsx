import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute'

/** A state as an icon and a word, never a colour alone. */
export function Chip({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={`${styles['chip']} ${styles[tone]}`} title={title}>
      {children}
    </span>
  )
}
