import { curveLinear, curveStepAfter } from '@visx/curve'
import { scaleLinear, scalePoint } from '@visx/scale'
import { area, line } from '@visx/shape'
import styles from './chart.module.css'
import { Chart, type Datum } from './chart.tsx'

const margin = { top: 20, bottom: 20, side: 4 }

/** A value over time, with its last one named. `isStep`: it holds until it changes, as a stock does. */
export function Line({
  label,
  data,
  heads,
  height = 168,
  isStep = false,
}: {
  label: string
  data: readonly Datum[]
  heads: readonly [string, string]
  height?: number
  isStep?: boolean
}) {
  const values = data.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const high = Math.max(low + 1, ...values)
  const last = data.at(-1)
  const curve = isStep ? curveStepAfter : curveLinear
  return (
    <Chart label={label} height={height} data={data} heads={heads}>
      {(width, hover) => {
        const x = scalePoint({
          domain: data.map(({ key }) => key),
          range: [margin.side, width - margin.side],
        })
        const y = scaleLinear({ domain: [low, high], range: [height - margin.bottom, margin.top] })
        const left = ({ key }: Datum) => x(key) ?? 0
        const top = ({ value }: Datum) => y(value)
        const path = line<Datum>({ x: left, y: top, curve })
        const below = area<Datum>({ x: left, y0: y(0), y1: top, curve })
        const marked = data.find(({ key }) => key === hover.key) ?? last
        const step = data.length > 1 ? x.step() : width
        return (
          <>
            <path className={styles['area']} d={below([...data]) ?? ''} />
            <line className={styles['base']} x1={0} x2={width} y1={y(0) + 0.5} y2={y(0) + 0.5} />
            <path className={styles['line']} d={path([...data]) ?? ''} />
            {marked ? (
              <circle className={styles['point']} cx={left(marked)} cy={top(marked)} r={3.5} />
            ) : null}
            {last && hover.key === null ? (
              <text x={width} y={Math.max(11, top(last) - 8)} textAnchor="end">
                {last.valueText}
              </text>
            ) : null}
            <text x={0} y={height - 4}>
              {data[0]?.label}
            </text>
            <text x={width} y={height - 4} textAnchor="end">
              {last?.label}
            </text>
            {data.map((datum) => (
              <rect
                key={datum.key}
                x={left(datum) - step / 2}
                width={step}
                y={0}
                height={height}
                fill="transparent"
                onPointerEnter={() => hover.set(datum.key)}
              />
            ))}
          </>
        )
      }}
    </Chart>
  )
}
