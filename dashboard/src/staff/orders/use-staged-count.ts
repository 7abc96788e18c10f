// A column of the board is rendered in steps: 500 tickets at once would block the page for seconds on a slow computer. The first
// step is more than a screen shows, and the further ones are transitions, which yield to keys and clicks.
import { startTransition, useEffect, useState } from 'react'

const step = 20

/** How many of `total` are rendered now, and `atLeast` so many. */
export function useStagedCount(total: number, atLeast: number): number {
  const [count, setCount] = useState(step)
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step))
  }, [count, total])
  return Math.max(count, atLeast)
}
