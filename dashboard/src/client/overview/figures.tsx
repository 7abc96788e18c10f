// What each of the four figures at the top of the start page is built from.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** A figure, or its placeholder while it loads. */
export function Figure({ children }: { children: ReactNode }) {
  if (children !== null) return children
  return (
    <span className={styles['figure']}>
      <Skeleton component="span" height={20} width={96} />
    </span>
  )
}

/** The note below a figure. It reserves three lines from the start. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles['note']}>
      {children ?? (
        <span className={styles['line']}>
          <Skeleton component="span" height={12} width="80%" />
        </span>
      )}
    </div>
  )
}

/** The parts of a note, separated by dots. */
export function Parts({ children }: { children: readonly ReactNode[] }) {
  const parts = children.filter(Boolean)
  return (
    <ul className={styles['parts']}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity besides its position
        <li key={index}>{part}</li>
      ))}
    </ul>
  )
}
