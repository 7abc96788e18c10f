import { curveLinear, curveStepAfter } from '@visx/curve'
import { scaleLinear } from '@visx/scale'
import { area, line } from '@visx/shape'
import styles from './chart.module.css'
import { Chart, type Datum, type Hover } from './chart.tsx'

/** With `at`, in milliseconds, a point is placed by its time. Without it, points are evenly spaced. */
export type LineDatum = Datum & { at?: number }
type Point = { datum: LineDatum; x: number; y: number }

/** Of the label's text, at 11 px. */
const pxPerCharacter = 6.5
const margin = { top: 20, bottom: 20, side: 4 }

/**
 * A value over time, with its last value labelled. With `isStep`, a value holds until the next change, as stock does.
 */
export function Line({
  label,
  data,
  heads,
  height = 168,
  isStep = false,
}: {
  label: string
  data: readonly LineDatum[]
  heads: readonly [string, string]
  height?: number
  isStep?: boolean
}) {
  const values = data.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const high = Math.max(low + 1, ...values)
  const curve = isStep ? curveStepAfter : curveLinear
  return (
    <Chart label={label} height={height} data={data} heads={heads}>
      {(width, hover) => {
        const y = scaleLinear({ domain: [low, high], range: [height - margin.bottom, margin.top] })
        const left = placesOf(data, width)
        const points = data.map((datum, index) => ({ datum, x: left[index] ?? 0, y: y(datum.value) }))
        const last = points.at(-1)
        const marked = points.find(({ datum }) => datum.key === hover.key) ?? last
        const place = { x: ({ x }: Point) => x, curve }
        const path = line<Point>({ ...place, y: (point) => point.y })
        const below = area<Point>({ ...place, y0: y(0), y1: (point) => point.y })
        return (
          <>
            <path className={styles['area']} d={below(points) ?? ''} />
            <line className={styles['base']} x1={0} x2={width} y1={y(0) + 0.5} y2={y(0) + 0.5} />
            <path className={styles['line']} d={path(points) ?? ''} />
            {marked ? <circle className={styles['point']} cx={marked.x} cy={marked.y} r={3.5} /> : null}
            {last && hover.key === null ? (
              <text
                x={width}
                y={above(points, width - last.datum.valueText.length * pxPerCharacter)}
                textAnchor="end"
              >
                {last.datum.valueText}
              </text>
            ) : null}
            <text x={0} y={height - 4}>
              {data[0]?.label}
            </text>
            <text x={width} y={height - 4} textAnchor="end">
              {last?.datum.label}
            </text>
            <HoverZones points={points} width={width} height={height} isStep={isStep} hover={hover} />
          </>
        )
      }}
    </Chart>
  )
}

/** A label at the right end stands above the line, which can be higher where the label begins than where it ends. */
function above(points: readonly Point[], start: number): number {
  const crossing = points.findIndex(({ x }) => x >= start)
  // From the point before the label begins, so that the line between both is below it, too.
  const highest = Math.min(...points.slice(Math.max(0, crossing - 1)).map(({ y }) => y))
  return Math.max(11, highest - 8)
}

function placesOf(data: readonly LineDatum[], width: number): number[] {
  const isTimed = data.every(({ at }) => at !== undefined)
  const positions = data.map(({ at }, index) => (isTimed ? (at ?? 0) : index))
  const first = positions[0] ?? 0
  const last = Math.max(positions.at(-1) ?? 0, first + 1)
  const x = scaleLinear({ domain: [first, last], range: [margin.side, width - margin.side] })
  return positions.map((position) => x(position))
}

/** The zone of a step value reaches to the next one; any other zone reaches halfway to its neighbours. */
function HoverZones({
  points,
  width,
  height,
  isStep,
  hover,
}: {
  points: readonly Point[]
  width: number
  height: number
  isStep: boolean
  hover: Hover
}) {
  const between = (one: number, other: number) => (isStep ? other : (one + other) / 2)
  return points.map(({ datum, x }, index) => {
    const before = points[index - 1]
    const next = points[index + 1]
    const start = before ? between(before.x, x) : 0
    const end = next ? between(x, next.x) : width
    return (
      <rect
        key={datum.key}
        x={start}
        width={Math.max(0, end - start)}
        y={0}
        height={height}
        fill="transparent"
        onPointerEnter={() => hover.set(datum.key)}
      />
    )
  })
}
