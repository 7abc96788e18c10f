import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './overview.module.css'

const hoverLineHeight = 18

/** A chart, a skeleton of the same size, or a message if all values are zero. */
export function ChartPlace({
  values,
  none,
  height = 168,
  children,
}: {
  /** undefined while loading. */
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
