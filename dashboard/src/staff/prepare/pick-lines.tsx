// The lines to take, by location. A tap opens a line, to tick by hand what cannot be scanned.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { focusOnMount } from '../../ui/code-input.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { typedNumber } from '../../ui/number/typed-number.ts'
import { quantityText } from '../../ui/values.tsx'
import { isLikeGtin, readGs1 } from '../scan/gs1.ts'
import {
  type Counting,
  countedOf,
  fromThousandths,
  isMeasured,
  missingOf,
  one,
  type PickLine,
  toThousandths,
} from './counting.ts'
import styles from './prepare.module.css'
import { shareText } from './verdict.tsx'

type PickLinesProps = {
  lines: readonly PickLine[]
  counting: Counting
  /** The lot of the open line; null if none is. */
  open: string | null
  toggle: (line: PickLine) => void
  /** The lot of the line that was counted last. It is kept in sight. */
  latest: string | undefined
  /** Undefined where nothing can be counted. */
  countByHand: ((line: PickLine, total: number) => void) | undefined
  scan: (code: string) => void
}

export function PickLines({ lines, open, toggle, latest, countByHand, ...rest }: PickLinesProps) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Lines to take`} className={styles['lines']}>
      {lines.map((line) => (
        <Line
          key={line.lot_id}
          line={line}
          isOpen={open === line.lot_id && countByHand !== undefined}
          isLatest={latest === line.lot_id}
          toggle={countByHand ? () => toggle(line) : undefined}
          countByHand={(total) => countByHand?.(line, total)}
          {...rest}
        />
      ))}
    </ol>
  )
}

type LineProps = Pick<PickLinesProps, 'counting' | 'scan'> & {
  line: PickLine
  isOpen: boolean
  isLatest: boolean
  toggle: (() => void) | undefined
  countByHand: (total: number) => void
}

function Line({ line, counting, isOpen, isLatest, toggle, countByHand, scan }: LineProps) {
  const { t } = useLingui()
  const row = useRef<HTMLLIElement>(null)
  const counted = countedOf(counting, line)
  const isComplete = counted === line.ordered
  useEffect(() => {
    if (isLatest || isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isLatest, isOpen])
  return (
    <li
      ref={row}
      className={styles['line']}
      data-complete={isComplete || undefined}
      data-latest={isLatest || undefined}
    >
      <button
        type="button"
        disabled={!toggle}
        aria-expanded={isOpen}
        onClick={toggle}
        className={styles['face']}
      >
        <span className={styles['what']}>
          <span>
            <span className={styles['location']}>{line.location ?? t`no location`}</span> <b>{line.name}</b>
          </span>
          <small>
            <span className="mono">{line.sku}</span> · {t`lot`}{' '}
            <span className="mono">{line.lot_number}</span>
            {line.expiry_date ? (
              <>
                {' · '}
                <Expiry date={line.expiry_date} />
              </>
            ) : null}
          </small>
        </span>
        <span className={styles['share']}>
          {shareText(counted, line)}
          {isComplete ? <span className="visually-hidden">{t`complete`}</span> : null}
        </span>
      </button>
      {isOpen ? <ByHand line={line} counting={counting} countByHand={countByHand} scan={scan} /> : null}
    </li>
  )
}

type ByHandProps = Pick<LineProps, 'line' | 'counting' | 'countByHand' | 'scan'>

function ByHand({ line, counting, countByHand, scan }: ByHandProps) {
  const { t } = useLingui()
  const counted = countedOf(counting, line)
  const missing = missingOf(counting, line)
  return (
    <div className={styles['hand']}>
      {isMeasured(line) ? (
        <Measured line={line} add={(quantity) => countByHand(counted + quantity)} scan={scan} />
      ) : (
        <>
          <Button
            data-repeats
            aria-label={t`One less of ${line.name}`}
            disabled={counted < one}
            onClick={() => countByHand(counted - one)}
          >
            −1
          </Button>
          <Button
            data-repeats
            aria-label={t`One more of ${line.name}`}
            onClick={() => countByHand(counted + one)}
          >
            +1
          </Button>
        </>
      )}
      {missing > 0 ? (
        <Button className={styles['all'] ?? ''} onClick={() => countByHand(line.ordered)}>
          {t`Tick ${quantityText(fromThousandths(missing), line.unit_type)}`}
        </Button>
      ) : (
        <Button className={styles['all'] ?? ''} onClick={() => countByHand(0)}>{t`Back to none`}</Button>
      )}
    </div>
  )
}

type MeasuredProps = { line: PickLine; add: (thousandths: number) => void; scan: (code: string) => void }

/** The weight of what was put on the scale. A code that is scanned meanwhile counts as a code. */
function Measured({ line, add, scan }: MeasuredProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const kind = quantityIn(line.unit_type)
  const enter = () => {
    const isCode = readGs1(text) !== null || isLikeGtin(text.trim()) || /\p{L}/u.test(text)
    const quantity = isCode ? null : typedNumber(text, kind)
    if (isCode) scan(text)
    else if (quantity) add(toThousandths(quantity))
    if (isCode || quantity) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    enter()
  }
  return (
    <>
      <div className={styles['field']}>
        <QuantityField
          aria-label={t`Quantity of ${line.name}`}
          unit={line.unit_type}
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
          ref={focusOnMount}
        />
      </div>
      <Button onClick={enter}>{t`Add`}</Button>
    </>
  )
}
