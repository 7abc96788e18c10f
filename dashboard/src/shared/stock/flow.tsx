// Origins → lot → recipients. Each ribbon is as thick as its quantity, and its pattern shows the status of the goods.
// On a phone, two lists show the same.
import type { LotTrace } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatPercent } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import styles from './flow.module.css'
import {
  type Flow,
  FlowLabel,
  type FlowPart,
  labelHeightOf,
  lotHeight,
  ribbon,
  type Side,
  sideOf,
} from './flow-parts.tsx'
import { fillOf, type GoodsStatus, StatusPatterns } from './movement-status.tsx'

const lotWidth = 12
/** On narrower screens, labels and ribbons do not fit beside each other. */
const narrowest = 620

type FlowProps = { flow: Flow; lot: LotTrace['lot']; unit: string }

export function FlowDrawing({ flow, lot, unit }: FlowProps) {
  const { t } = useLingui()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const isNarrow = width > 0 && width < narrowest
  const partsOf = (parts: readonly FlowPart[]) =>
    parts.map((part) => (
      <li key={keyOf(part)}>
        <FlowLabel part={part} unit={unit} />
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
      <StatusPatterns />
      {isNarrow ? (
        <>
          <h3>{t`Where it came from`}</h3>
          <ul>{partsOf(flow.origins)}</ul>
          {center}
          <h3>{t`Where it is now`}</h3>
          <ul>{partsOf(flow.destinations)}</ul>
        </>
      ) : width > 0 ? (
        <Wide flow={flow} width={width} center={center} unit={unit} />
      ) : null}
    </div>
  )
}

type WideProps = { flow: Flow; width: number; center: ReactNode; unit: string }

const sized = (part: FlowPart) => ({ quantity: part.quantity, labelHeight: labelHeightOf(part) })

function Wide({ flow, width, center, unit }: WideProps) {
  const { t } = useLingui()
  const left = sideOf(flow.origins.map(sized), flow.total)
  const right = sideOf(flow.destinations.map(sized), flow.total)
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
        {flow.destinations.flatMap((part, index) => {
          const { top = 0, lotTop: start = 0, thickness = 0 } = right.bands[index] ?? {}
          return strandsOf(part).map(({ status, from, share }) => (
            <path
              key={`${keyOf(part)} ${status}`}
              {...paintOf(part, status)}
              d={ribbon(
                lotX + lotWidth,
                lotTop + start + from * thickness,
                end,
                offset(right) + top + from * thickness,
                share * thickness,
              )}
            />
          ))
        })}
        <rect className={styles['bar']} x={lotX} y={lotTop} width={lotWidth} height={lotHeight} rx={2} />
      </svg>
      <Labels label={t`Where it came from`} parts={flow.origins} side={left} top={offset(left)} unit={unit} />
      <div className={styles['center']} style={{ top: lotTop - 6, left: width / 2 }}>
        {center}
      </div>
      <Labels
        label={t`Where it is now`}
        parts={flow.destinations}
        side={right}
        top={offset(right)}
        isRight
        unit={unit}
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
  unit: string
}

function Labels({ label, parts, side, top, isRight = false, unit }: LabelsProps) {
  return (
    <ul aria-label={label} className={isRight ? styles['destinations'] : styles['origins']}>
      {parts.map((part, index) => (
        <li key={keyOf(part)} style={{ top: top + (side.bands[index]?.center ?? 0) }}>
          <FlowLabel part={part} unit={unit} />
        </li>
      ))}
    </ul>
  )
}

type Strand = { status: GoodsStatus | null; from: number; share: number }

/** Splits a part by the status of its goods, as shares from top to bottom. A part of unknown status stays whole. */
function strandsOf(part: FlowPart): Strand[] {
  if (!('statuses' in part)) return [{ status: null, from: 0, share: 1 }]
  let from = 0
  return part.statuses.map(({ status, quantity }) => {
    const strand = { status, from, share: quantity / part.quantity }
    from += strand.share
    return strand
  })
}

const paintOf = ({ kind }: FlowPart, status: GoodsStatus | null) =>
  status ? { fill: fillOf(status), className: styles['strand'] } : { className: styles[kind] }

function Share({ part, total }: { part: FlowPart; total: number }) {
  const share = total > 0 ? part.quantity / total : 0
  return (
    <svg className={styles['share']} aria-hidden="true">
      <title>{formatPercent(share)}</title>
      {strandsOf(part).map(({ status, from, share: ofPart }) => (
        <rect
          key={status}
          {...paintOf(part, status)}
          x={formatShare(from * share)}
          width={formatShare(ofPart * share)}
          height="100%"
        />
      ))}
    </svg>
  )
}

/** A share as an SVG width. */
const formatShare = (share: number) => `${share * 100}%`

function keyOf(part: FlowPart | undefined): string {
  if (part === undefined) return ''
  if (part.kind === 'remito' || part.kind === 'recipient') return part.id
  return part.kind === 'cause' ? part.cause : part.kind
}
