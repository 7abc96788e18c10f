import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './overview.module.css'

const hoverLineHeight = 18

/** A chart, a skeleton of its size, or what it means that all of it is zero. */
export function ChartPlace({
  values,
  none,
  height = 168,
  children,
}: {
  /** Undefined while they are loading. */
  values: readonly number[] | undefined
  none: string
  height?: number
  children: ReactNode
}) {
  const fullHeight = height + hoverLineHeight
  if (!values) return <Skeleton height={fullHeight} />
  if (values.some((value) => value !== 0)) return children
  return (
    <p className={styles['none']} style={{ height: fullHeight }}>
      {none}
    </p>
  )
}
