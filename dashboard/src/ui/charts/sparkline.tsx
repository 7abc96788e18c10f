import { scaleLinear } from '@visx/scale'
import styles from './chart.module.css'

/** A row of small bars within a line of text, for usage over time. The label describes it. */
export function Sparkline({
  values,
  label,
  width = 120,
  height = 20,
}: {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}) {
  const y = scaleLinear({ domain: [0, Math.max(1, ...values)], range: [1, height] })
  const step = width / Math.max(1, values.length)
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      {values.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity besides its position
          key={index}
          className={`${styles['bar']} ${value > 0 ? styles['strong'] : ''}`}
          x={index * step}
          width={Math.max(1, step - 1)}
          y={height - y(value)}
          height={y(value)}
        />
      ))}
    </svg>
  )
}

export type Attempt = { key: string; outcome: 'ok' | 'late' | 'failed'; title: string }

/** A row of attempts. Successful ones are tall and failed ones short, so that it is readable without colour. */
export function Strip({ label, attempts }: { label: string; attempts: readonly Attempt[] }) {
  return (
    <div role="img" aria-label={label} className={styles['strip']}>
      {attempts.map(({ key, outcome, title }) => (
        <i key={key} className={styles[outcome]} title={title} />
      ))}
    </div>
  )
}
