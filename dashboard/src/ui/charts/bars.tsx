import { Link } from '@tanstack/react-router'
import { scaleBand, scaleLinear } from '@visx/scale'
import type { ReactNode } from 'react'
import styles from './chart.module.css'
import { Chart, type Datum, type Hover } from './chart.tsx'

export type BarDatum = Datum & {
  /** The label below the bar; not every bar needs one. */
  tick?: string
  /** Emphasises the bar. */
  isStrong?: boolean
}

type Target = { to: string; search?: Record<string, unknown> }

/** The minimum number of slots, so that a single bar does not fill the whole width. */
const fewest = 3
const digitWidth = 7
const labelHeight = 16
const tickHeight = 20

/** Counts as bars, each with its value above it. */
export function Bars({
  label,
  data,
  heads,
  height = 168,
  linkTo,
}: {
  label: string
  data: readonly BarDatum[]
  heads: readonly [string, string]
  height?: number
  /** The page that a bar links to. */
  linkTo?: (key: string) => Target
}) {
  const bottom = height - tickHeight
  const largest = Math.max(fewest, ...data.map(({ value }) => value))
  return (
    <Chart label={label} height={height} data={data} heads={heads} hasLinks={linkTo !== undefined}>
      {(width, hover) => {
        const x = scaleBand({ domain: data.map(({ key }) => key), range: [0, width], padding: 0.26 })
        const y = scaleLinear({ domain: [0, largest], range: [bottom, labelHeight] })
        const fits = (text: string) => text.length * digitWidth <= x.step()
        return (
          <>
            <line className={styles['base']} x1={0} x2={width} y1={bottom + 0.5} y2={bottom + 0.5} />
            {data.map((datum) => {
              const left = x(datum.key) ?? 0
              const top = datum.value > 0 ? Math.min(y(datum.value), bottom - 2) : bottom - 1
              const names = [
                styles['bar'],
                datum.isStrong ? styles['strong'] : '',
                linkTo ? styles['isLink'] : '',
              ]
              if (hover.key === datum.key) names.push(styles['hovered'])
              return (
                <Bar key={datum.key} datum={datum} hover={hover} target={linkTo?.(datum.key)}>
                  <rect x={left} width={x.bandwidth()} y={0} height={height} fill="transparent" />
                  <rect
                    className={names.join(' ')}
                    x={left}
                    y={top}
                    width={x.bandwidth()}
                    height={bottom - top}
                    rx={Math.min(3, x.bandwidth() / 3)}
                  />
                  {datum.value > 0 && fits(datum.valueText) ? (
                    <text x={left + x.bandwidth() / 2} y={top - 5} textAnchor="middle">
                      {datum.valueText}
                    </text>
                  ) : null}
                </Bar>
              )
            })}
            {/* Outside the links, because the accessible name of a link has to contain its visible text. */}
            {data.map(({ key, tick }) =>
              tick ? (
                <text key={key} x={x(key) ?? 0} y={height - 4}>
                  {tick}
                </text>
              ) : null,
            )}
          </>
        )
      }}
    </Chart>
  )
}

type BarProps = { datum: BarDatum; hover: Hover; target: Target | undefined; children: ReactNode }

function Bar({ datum: { key, label, valueText }, hover, target, children }: BarProps) {
  const show = () => hover.set(key)
  if (target === undefined) return <g onPointerEnter={show}>{children}</g>
  return (
    <Link
      to={target.to}
      search={target.search ?? {}}
      aria-label={`${label}: ${valueText}`}
      onPointerEnter={show}
      onFocus={show}
    >
      {children}
    </Link>
  )
}
