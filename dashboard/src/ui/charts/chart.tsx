// Shared by all charts: they fill the available width, show values on hover, and are a table for screen readers. There
// are no axes or legends where a label fits beside the mark.
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import styles from './chart.module.css'

export type Datum = { key: string; label: string; value: number; valueText: string }

type ChartProps = {
  label: string
  height: number
  data: readonly Datum[]
  /** The headings of the table: what a datum is, and what is counted. */
  heads: readonly [string, string]
  /** The marks are links, which a screen reader reads instead of the table. */
  hasLinks?: boolean
  children: (width: number, hover: Hover) => ReactNode
}

export type Hover = { key: string | null; set: (key: string | null) => void }

export function Chart({ label, height, data, heads, hasLinks = false, children }: ChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [key, set] = useState<string | null>(null)
  const hovered = data.find((datum) => datum.key === key)
  return (
    <figure className={styles['chart']} aria-label={label}>
      <div ref={ref} style={{ height }}>
        {width > 0 ? (
          // biome-ignore lint/a11y/noSvgWithoutTitle: the figure around it has the label
          <svg width={width} height={height} aria-hidden={!hasLinks} onPointerLeave={() => set(null)}>
            {children(width, { key, set })}
          </svg>
        ) : null}
      </div>
      <p className={styles['hovered']} aria-hidden="true">
        {hovered ? (
          <>
            {hovered.label}: <b>{hovered.valueText}</b>
          </>
        ) : (
          ' '
        )}
      </p>
      {hasLinks ? null : (
        <div className="visually-hidden">
          <table>
            <caption>{label}</caption>
            <thead>
              <tr>
                <th>{heads[0]}</th>
                <th>{heads[1]}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((datum) => (
                <tr key={datum.key}>
                  <td>{datum.label}</td>
                  <td>{datum.valueText}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  )
}
