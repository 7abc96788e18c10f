// What each of the four figures at the top of the start page is built from.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** A figure, or the place where it will stand. */
export function Figure({ children }: { children: ReactNode }) {
  if (children !== null) return children
  return (
    <span className={styles['figure']}>
      <Skeleton component="span" height={20} width={96} />
    </span>
  )
}

/** What is said below a figure: room for three lines, from the beginning. */
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

/** Parts of a note, one after the other. */
export function Parts({ children }: { children: readonly ReactNode[] }) {
  const parts = children.filter(Boolean)
  return (
    <ul className={styles['parts']}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
        <li key={index}>{part}</li>
      ))}
    </ul>
  )
}
