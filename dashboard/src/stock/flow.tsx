// Origins → lot → recipients, each ribbon as thick as its quantity. On a phone the same as two lists.
import type { LotTrace } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatPercent } from '../ui/format.ts'
import { quantityText } from '../ui/values.tsx'
import styles from './flow.module.css'
import { FlowLabel } from './flow-label.tsx'
import { lotHeight, ribbon, type Side, sideOf } from './flow-layout.ts'
import type { Flow, FlowPart } from './flow-parts.ts'

const lotWidth = 12
/** Below it, labels and ribbons do not fit beside each other. */
const narrowest = 620

type FlowProps = { flow: Flow; lot: LotTrace['lot']; unit: string }

export function FlowDrawing({ flow, lot, unit }: FlowProps) {
  const { t } = useLingui()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const isNarrow = width > 0 && width < narrowest
  const quantity = (part: FlowPart) => quantityText(part.quantity, unit)
  const partsOf = (parts: readonly FlowPart[]) =>
    parts.map((part) => (
      <li key={keyOf(part)}>
        <FlowLabel part={part} quantity={quantity(part)} />
        {isNarrow ? <Share part={part} total={flow.total} /> : null}
      </li>
    ))
  const center = (
    <p className={styles['lot']}>
      <b className="mono">{lot.lot_number}</b>
      <span>{t`${quantityText(flow.total, unit)} in all`}</span>
    </p>
  )
  return (
    <div ref={ref} className={isNarrow ? styles['lists'] : styles['frame']}>
      {isNarrow ? (
        <>
          <h3>{t`Where it came from`}</h3>
          <ul>{partsOf(flow.origins)}</ul>
          {center}
          <h3>{t`Where it is now`}</h3>
          <ul>{partsOf(flow.destinations)}</ul>
        </>
      ) : width > 0 ? (
        <Wide flow={flow} width={width} center={center} quantity={quantity} />
      ) : null}
    </div>
  )
}

type WideProps = { flow: Flow; width: number; center: ReactNode; quantity: (part: FlowPart) => string }

function Wide({ flow, width, center, quantity }: WideProps) {
  const { t } = useLingui()
  const left = sideOf(
    flow.origins.map((part) => part.quantity),
    flow.total,
  )
  const right = sideOf(
    flow.destinations.map((part) => part.quantity),
    flow.total,
  )
  const captionHeight = 64
  const tallest = Math.max(left.height, right.height, lotHeight) / 2
  const middle = Math.max(tallest, lotHeight / 2 + captionHeight)
  const height = middle + tallest
  const labelWidth = Math.min(220, width * 0.28)
  const lotX = width / 2 - lotWidth / 2
  const lotTop = middle - lotHeight / 2
  const offset = (side: Side) => middle - side.height / 2
  const start = labelWidth + 8
  const end = width - labelWidth - 8
  return (
    <div style={{ height }}>
      <svg width={width} height={height} aria-hidden="true" className={styles['ribbons']}>
        {left.bands.map((band, index) => (
          <path
            key={keyOf(flow.origins[index])}
            d={ribbon(start, offset(left) + band.top, lotX, lotTop + band.lotTop, band.thickness)}
          />
        ))}
        {right.bands.map((band, index) => (
          <path
            key={keyOf(flow.destinations[index])}
            className={flow.destinations[index]?.kind === 'left' ? styles['left'] : undefined}
            d={ribbon(lotX + lotWidth, lotTop + band.lotTop, end, offset(right) + band.top, band.thickness)}
          />
        ))}
        <rect className={styles['bar']} x={lotX} y={lotTop} width={lotWidth} height={lotHeight} rx={2} />
      </svg>
      <Labels
        label={t`Where it came from`}
        parts={flow.origins}
        side={left}
        top={offset(left)}
        {...{ quantity }}
      />
      <div className={styles['center']} style={{ top: lotTop - 6, left: width / 2 }}>
        {center}
      </div>
      <Labels
        label={t`Where it is now`}
        parts={flow.destinations}
        side={right}
        top={offset(right)}
        isRight
        {...{ quantity }}
      />
    </div>
  )
}

type LabelsProps = {
  label: string
  parts: readonly FlowPart[]
  side: Side
  top: number
  isRight?: boolean
  quantity: (part: FlowPart) => string
}

function Labels({ label, parts, side, top, isRight = false, quantity }: LabelsProps) {
  return (
    <ul aria-label={label} className={isRight ? styles['destinations'] : styles['origins']}>
      {parts.map((part, index) => (
        <li key={keyOf(part)} style={{ top: top + (side.bands[index]?.center ?? 0) }}>
          <FlowLabel part={part} quantity={quantity(part)} />
        </li>
      ))}
    </ul>
  )
}

function Share({ part, total }: { part: FlowPart; total: number }) {
  const share = total > 0 ? part.quantity / total : 0
  return (
    <span className={styles['share']} title={formatPercent(share)} aria-hidden="true">
      <i className={part.kind === 'left' ? styles['left'] : undefined} style={{ width: `${share * 100}%` }} />
    </span>
  )
}

function keyOf(part: FlowPart | undefined): string {
  if (part === undefined) return ''
  if (part.kind === 'remito' || part.kind === 'recipient') return part.id
  return part.kind === 'cause' ? part.cause : part.kind
}
