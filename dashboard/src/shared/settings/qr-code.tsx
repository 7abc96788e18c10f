import { useEffect, useState } from 'react'
import styles from './second-factor.module.css'

/** Dark on light in both themes, because many cameras cannot read an inverted code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // Loaded with the first code that is shown, so that it is part of no page.
  const [encode, setEncode] = useState<typeof import('uqr').encode>()
  useEffect(() => void import('uqr').then((uqr) => setEncode(() => uqr.encode)), [])
  const { data, size } = encode?.(text, { border: 2 }) ?? { data: [], size: 1 }
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles['qr']}
    >
      <path d={modules.join('')} />
    </svg>
  )
}
