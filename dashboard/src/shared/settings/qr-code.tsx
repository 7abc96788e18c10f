import { encode } from 'uqr'
import styles from './second-factor.module.css'

/** Dark on light in both themes, because many cameras cannot read an inverted code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
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
