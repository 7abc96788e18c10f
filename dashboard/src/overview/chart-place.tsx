import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

const hoverLineHeight = 18

/** A chart, or a skeleton of its size. */
export function ChartPlace({
  isLoading,
  height = 168,
  children,
}: {
  isLoading: boolean
  height?: number
  children: ReactNode
}) {
  return isLoading ? <Skeleton height={height + hoverLineHeight} /> : children
}
